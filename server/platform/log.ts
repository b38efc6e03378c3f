import type { Clock } from './clock.ts'
import { redact, redactText } from './redaction.ts'
import { currentTrace } from './trace.ts'

const levels = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60 } as const

export type LogLevel = keyof typeof levels

/** Writes a line: fields and a message, or a message alone. */
export interface LogLine {
  (fields: object, message?: string): void
  (message: string): void
}

/** The shape Fastify takes as `loggerInstance`. */
export interface Log extends Record<LogLevel, LogLine> {
  level: LogLevel | 'silent'
  silent(): void
  child(fields: object): Log
}

export interface LogOptions {
  clock: Clock
  level?: LogLevel | 'silent'
  write?: (line: string) => void
}

type HttpRequest = { method?: string; url?: string; routeOptions?: { url?: string } }
type HttpReply = { statusCode?: number }

/** A request or a reply is named by its method, path and status only: no headers, no body, no query string. */
function shortened(fields: object): Record<string, unknown> {
  const { req, res, ...rest } = fields as { req?: HttpRequest; res?: HttpReply }
  return {
    ...(req ? { method: req.method, route: req.routeOptions?.url ?? req.url?.split('?')[0] } : {}),
    ...(res ? { status: res.statusCode } : {}),
    ...rest,
  }
}

/** Log of JSON lines, redacted by field name and by look. JSON escapes line ends and terminal codes. */
export function openLog({ clock, level = 'info', write = (line) => process.stdout.write(line) }: LogOptions): Log {
  const make = (bound: object): Log => {
    const line = (name: LogLevel) => (first: object | string, second?: string) => {
      if (log.level === 'silent' || levels[name] < levels[log.level]) return
      const fields = typeof first === 'string' ? {} : first instanceof Error ? { err: first } : shortened(first)
      const message = typeof first === 'string' ? first : second
      const text = JSON.stringify({
        time: clock.now().toISOString(),
        level: name,
        trace: currentTrace(),
        ...(redact({ ...bound, ...fields }) as object),
        ...(message === undefined ? {} : { message: redactText(message) }),
      })
      write(
        `${text.replace(/[\u007f-\u009f\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`,
      )
    }
    const log: Log = {
      level,
      silent: () => {},
      trace: line('trace'),
      debug: line('debug'),
      info: line('info'),
      warn: line('warn'),
      error: line('error'),
      fatal: line('fatal'),
      child: (fields) => make({ ...bound, ...shortened(fields) }),
    }
    return log
  }
  return make({})
}

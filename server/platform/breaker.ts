import type { Clock } from './clock.ts'
import { type Outbound, OutboundError } from './outbound.ts'

interface Line {
  failures: number
  /** Nobody calls before this moment; null: the line is open to calls. */
  until: number | null
  /** Somebody tries whether the other side is back. */
  trying: boolean
}

interface Parts {
  readonly clock: Clock
  /** Calls in a row without a reply before the line is cut. */
  readonly failures?: number
  readonly restMs?: number
  /** Told when a line is cut or mended. */
  readonly told?: (host: string, cut: boolean) => void
}

/** What says that the other side is not there. A call that was refused here, or answered wrongly, says nothing of the kind. */
const isSilence = (error: unknown) =>
  error instanceof OutboundError && (error.code === 'outbound_timeout' || error.code === 'outbound_unreachable')

/**
 * A breaker for each provider's host: after a few calls in a row without a reply the next ones fail at once instead of waiting, until one
 * try in every `restMs` is answered. A call that was not made throws OutboundError `outbound_unreachable`, as one that did not get through.
 */
export function withBreaker(outbound: Outbound, { clock, failures = 5, restMs = 10_000, told }: Parts): Outbound {
  const lines = new Map<string, Line>()

  function lineTo(host: string): Line {
    const line = lines.get(host) ?? { failures: 0, until: null, trying: false }
    lines.set(host, line)
    return line
  }

  function cut(host: string, line: Line): void {
    line.failures += 1
    line.trying = false
    if (line.failures < failures) return
    if (line.until === null) told?.(host, true)
    line.until = clock.now().getTime() + restMs
  }

  function mend(host: string, line: Line): void {
    if (line.until !== null) told?.(host, false)
    Object.assign(line, { failures: 0, until: null, trying: false })
  }

  return async (call) => {
    const host = URL.parse(call.url)?.host ?? ''
    const line = lineTo(host)
    if (line.until !== null && (line.trying || clock.now().getTime() < line.until))
      throw new OutboundError('outbound_unreachable', `The call to ${host} was not made: it has not been answering`)
    line.trying = line.until !== null
    try {
      const reply = await outbound(call)
      mend(host, line)
      return reply
    } catch (error) {
      if (isSilence(error)) cut(host, line)
      else line.trying = false
      throw error
    }
  }
}

import { redact, redactText } from '#server/platform/redaction.ts'

/** An error of a browser app, without personal data. */
export interface ErrorReport {
  readonly message: string
  readonly place: string | undefined
  readonly release: string | undefined
  readonly breadcrumbs: string[]
}

type Json = Record<string, unknown>

const mostItems = 20
const mostCrumbs = 30
const longestMessage = 2048

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (value: unknown, longest = 300) =>
  typeof value === 'string' && value ? cleanText(value).slice(0, longest) : undefined
const listOf = (value: unknown) =>
  (Array.isArray(value) ? value : isObject(value) ? listValues(value) : []).filter(isObject)
const listValues = (value: Json): unknown[] => (Array.isArray(value.values) ? value.values : [])

// Sessions and links in a path or a message: a long run of letters and digits is nobody's word.
const token = /\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{32,}\b/g

function cleanText(value: string): string {
  return redactText(value).replace(token, '[token]')
}

function read(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function crumb(item: Json): string | undefined {
  const said = text(item.message) ?? text(item.category)
  if (!said) return undefined
  const data = isObject(item.data) ? JSON.stringify(redact(item.data)) : ''
  return cleanText(`${said} ${data}`.trim()).slice(0, 300)
}

function placeOf(event: Json): string | undefined {
  const trace = listOf(event.exception).at(-1)?.stacktrace
  const frames = isObject(trace) ? listOf(trace.frames) : []
  const frame = frames.at(-1)
  const file = text(frame?.filename, 150)?.replace(/^https?:\/\/[^/]+/, '')
  if (file) return `${file}:${Number(frame?.lineno) || 0}`
  const request = isObject(event.request) ? event.request : {}
  return text(request.url, 150)?.replace(/^https?:\/\/[^/]+/, '') ?? text(event.transaction, 150)
}

function reportOf(event: Json): ErrorReport {
  const exception = listOf(event.exception).at(-1)
  const type = text(exception?.type, 100)
  const value = text(exception?.value, longestMessage) ?? text(event.message, longestMessage)
  return {
    message: [type, value].filter(Boolean).join(': ').slice(0, longestMessage) || 'Без сообщения',
    place: placeOf(event),
    release: text(event.release, 100),
    breadcrumbs: listOf(event.breadcrumbs)
      .slice(-mostCrumbs)
      .flatMap((item) => crumb(item) ?? []),
  }
}

/**
 * The error events of a Sentry envelope (a header line, then pairs of item header and payload), redacted. What is no
 * event, or cannot be read, is passed over. https://develop.sentry.dev/sdk/foundations/transport/envelopes/
 */
export function readEnvelope(body: string): ErrorReport[] {
  const lines = body.split('\n').slice(1)
  const reports: ErrorReport[] = []
  for (let at = 0; at + 1 < lines.length && reports.length < mostItems; at += 1) {
    const header = read(lines[at] ?? '')
    if (!isObject(header) || header.type !== 'event') continue
    const event = read(lines[at + 1] ?? '')
    if (isObject(event)) reports.push(reportOf(event))
    at += 1
  }
  return reports
}

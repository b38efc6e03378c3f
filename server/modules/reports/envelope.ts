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
/** Two for an item, and some for what is no event. A line that cannot be read costs microseconds: two hundred thousand would be seconds. */
const mostLines = 1 + 10 * mostItems
const mostCrumbs = 30
const longestMessage = 2048

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
/** Cut before it is searched; twice what is kept, as a redacted text is shorter. */
const text = (value: unknown, longest = 300) =>
  typeof value === 'string' && value ? cleanText(value.slice(0, 2 * longest)).slice(0, longest) : undefined
const listOf = (value: unknown) =>
  (Array.isArray(value) ? value : isObject(value) ? listValues(value) : []).filter(isObject)
const listValues = (value: Json): unknown[] => (Array.isArray(value.values) ? value.values : [])

// Sessions and links in a path or a message: a long run of letters and digits is nobody's word.
const longRun = /[\w-]{32,}/g
const isToken = (run: string) => /\d/.test(run) && /[A-Za-z]/.test(run)

function cleanText(value: string): string {
  return redactText(value).replace(longRun, (run) => (isToken(run) ? '[token]' : run))
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

/** Of an event, beside what was thrown and what led to it: nothing of the person or the request is among them. */
const harmless = ['timestamp', 'platform', 'level', 'release', 'environment', 'logger', 'sdk', 'fingerprint']

function cleaned(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return cleanText(value).slice(0, longestMessage)
  if (value === null || typeof value !== 'object') return value
  if (depth > 8) return undefined
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => cleaned(item, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cleaned(inner, depth + 1)]))
}

/** The same event for an error service of the lender's: without personal data, in the service's own shape. */
function forwarded(event: Json): Json {
  const { event_id, message, exception, breadcrumbs, contexts } = event
  const crumbs = listOf(breadcrumbs).slice(-mostCrumbs)
  return {
    ...(typeof event_id === 'string' && /^[\da-f]{32}$/.test(event_id) && { event_id }),
    ...Object.fromEntries(
      harmless.flatMap((name) => (event[name] === undefined ? [] : [[name, cleaned(event[name])]])),
    ),
    ...(message !== undefined && { message: cleaned(message) }),
    exception: { values: listOf(exception).map((item) => cleaned(item)) },
    breadcrumbs: crumbs.map(({ timestamp, category, message: said, level, data }) => ({
      ...(cleaned({ timestamp, category, message: said, level }) as Json),
      ...(isObject(data) && { data: cleaned(redact(data)) }),
    })),
    ...(isObject(contexts) && isObject(contexts.place) && { contexts: { place: cleaned(redact(contexts.place)) } }),
  }
}

export interface ReadEvent {
  readonly report: ErrorReport
  readonly forwarded: Json
}

/**
 * The error events of a Sentry envelope (a header line, then pairs of item header and payload), redacted. What is no
 * event, or cannot be read, is passed over. https://develop.sentry.dev/sdk/foundations/transport/envelopes/
 */
export function readEnvelope(body: string): ReadEvent[] {
  const lines = body.split('\n', mostLines).slice(1)
  const reports: ReadEvent[] = []
  for (let at = 0; at + 1 < lines.length && reports.length < mostItems; at += 1) {
    const header = read(lines[at] ?? '')
    if (!isObject(header) || header.type !== 'event') continue
    const event = read(lines[at + 1] ?? '')
    if (isObject(event)) reports.push({ report: reportOf(event), forwarded: forwarded(event) })
    at += 1
  }
  return reports
}

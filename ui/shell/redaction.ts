/**
 * Names of fields whose values may leave the device in a report: states, kinds, numbers of steps. Everything else a
 * person may have typed is hidden, so that a new field is hidden without anybody thinking of it.
 */
const harmless = new Set(
  `_id id type kind status statusCode state count version revision step steps number message error ok output options
  result data verification allowedFillRequest method path url route call trace traceId httpStatus reason field issues
  sent received details exception stack text level from to place position queue`.split(/\s+/),
)

/** Fields of answers: hidden whole, whatever is inside */
const typed = new Set(['raw', 'patch', 'answers', 'facts', 'body', 'query', 'within', 'accepted'])

/** Long runs of digits, phones and e-mail addresses that stand inside a harmless text */
const personal = /[\w.+-]+@[\w-]+\.[\w.-]+|\+?\d(?:[\s()-]{0,2}\d){5,}/g

const deepest = 6
export const hidden = '[скрыто]'

/** A text without what looks like somebody's number or address, at most 2048 characters */
export function redactText(text: string): string {
  return text
    .replace(/([?&][\w-]+)=[^\s&"']*/g, '$1=…')
    .replace(personal, hidden)
    .slice(0, 2048)
}

/** A copy of anything, fit for the console of a shared screen and for an error report */
export function redact(value: unknown, depth = 0): unknown {
  if (value instanceof Error) return { name: value.name, message: redactText(value.message) }
  if (typeof value === 'string') return redactText(value)
  if (value === null || typeof value !== 'object') return typeof value === 'function' ? undefined : value
  if (depth >= deepest) return hidden
  if (Array.isArray(value)) return value.slice(0, 50).map((item) => redact(item, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, redactField(name, inner, depth)]))
}

function redactField(name: string, value: unknown, depth: number): unknown {
  if (value === null || value === undefined || typeof value === 'boolean') return value
  // an error's code is a word or an HTTP status; a code from an SMS has more digits
  if (name === 'code') return /^([a-z_]+|\d{3})$/i.test(String(value)) ? value : hidden
  if (typed.has(name)) return hidden
  if (typeof value === 'object') return redact(value, depth + 1)
  return harmless.has(name) ? redact(value, depth + 1) : hidden
}

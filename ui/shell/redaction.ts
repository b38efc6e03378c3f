import { hideMailAddresses } from '#contract/mailAddresses.ts'

/**
 * Names of fields whose values may leave the device in a report: states, kinds, times, numbers of steps. Everything else a
 * person may have typed is hidden, so that a new field is hidden without anybody thinking of it.
 */
const harmless = new Set(
  `type kind status statusCode state count version revision step steps number message error ok output options
  result data data_all verification allowedFillRequest method path url route call httpStatus reason field issues what
  sent received details exception stack text level from to place position queue seconds purpose product resendAfterSeconds
  livesSeconds endsInSeconds minutesLeft medianMinutes serverTime createdAt updatedAt sentAt releaseAt since until comeBackOn
  offerUntil heldUntil returned signed paid sha256 next`.split(/\s+/),
)

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Names of things, never of people: `_id`, `requestId`, `traceId`… Kept as they are, digits and all */
const isId = (name: string, value: unknown) =>
  uuid.test(String(value)) ||
  (/^_?id$|Id$|^(trace|request|package)$/.test(name) &&
    /^[\w.-]{1,64}$/.test(String(value)) &&
    !/^\+?\d{6,}$/.test(String(value)))

/** Fields of answers: hidden whole, whatever is inside */
const typed = new Set(['raw', 'patch', 'answers', 'facts', 'within', 'accepted'])

/** Ids and times, which stay, then phones and long runs of digits that stand inside a harmless text */
const telling =
  /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|\b\d{4}-\d\d-\d\d(?:T[\d:.]{5,12}Z)?(?!\d)|(\+?\d(?:[\s()-]{0,2}\d){5,})/gi

const deepest = 6
const longest = 2048
/** Of a list */
const most = 50
export const hidden = '[скрыто]'

/** A text without what looks like somebody's number or address, at most 2048 characters */
export function redactText(text: string): string {
  const known = text.slice(0, 2 * longest).replace(/([?&][\w-]+)=[^\s&"']*/g, '$1=…')
  return hideMailAddresses(known, hidden)
    .replace(telling, (found, personal: string | undefined) => (personal ? hidden : found))
    .slice(0, longest)
}

/** A copy of anything, fit for the console of a shared screen and for an error report */
export function redact(value: unknown, depth = 0): unknown {
  if (value instanceof Error) return { name: value.name, message: redactText(value.message) }
  if (typeof value === 'string') return redactText(value)
  if (value === null || typeof value !== 'object') return typeof value === 'function' ? undefined : value
  if (depth >= deepest) return hidden
  if (Array.isArray(value)) return value.slice(0, most).map((item) => redact(item, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, redactField(name, inner, depth)]))
}

function redactField(name: string, value: unknown, depth: number): unknown {
  if (value === null || value === undefined || typeof value === 'boolean') return value
  // an error's code is a word or an HTTP status; a code from an SMS has more digits
  if (name === 'code') return /^([a-z_]+|\d{3})$/i.test(String(value)) ? value : hidden
  if (typed.has(name)) return hidden
  if (isId(name, value)) return value
  if (Array.isArray(value) && !harmless.has(name))
    return value.slice(0, most).map((item) => redactField(name, item, depth))
  if (typeof value === 'object') return redact(value, depth + 1)
  return harmless.has(name) ? redact(value, depth + 1) : hidden
}

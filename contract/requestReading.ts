import { type LoanRequest, requestSchema } from './request.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fields = Object.entries(requestSchema.shape)

/** A number the derivation table does not know: nothing may be done with such a request. */
const unresolved = -1

/** What a screen counts on where the server did not say it: no flag allows anything, no time is named. */
const unsaid = {
  _id: '',
  type: 'loan',
  status: unresolved,
  allowedFillRequest: false,
  version: 0,
  createdAt: '',
  updatedAt: '',
  terms: null,
}

/**
 * One request of the list as screens take it: a field that is missing or not of its kind (an unknown reason of refusal, a date
 * that is none) is left out, the rest of the request stays. Null for what is no request at all.
 */
export function readableRequest(item: unknown): LoanRequest | null {
  if (!isObject(item)) return null
  const said = fields.filter(([name]) => item[name] !== undefined && item[name] !== null)
  const right = said.filter(([name, schema]) => schema.safeParse(item[name]).success)
  const kept = Object.fromEntries(right.map(([name]) => [name, item[name]]))
  // part of what the status is derived from: a guess would offer the wrong next step
  if (item.verification && !kept.verification) kept.status = unresolved
  return { ...unsaid, ...kept } as LoanRequest
}

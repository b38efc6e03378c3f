/** Statuses of an answer, every class of them, and «no connection». */
export const statuses = [
  200, 201, 204, 206, 301, 304, 400, 401, 403, 404, 409, 413, 418, 429, 500, 502, 503, 599,
] as const

/** Bodies an answer may come with, right for nothing but where they are named so. */
export const bodies: Readonly<Record<string, string>> = {
  empty: '',
  null: 'null',
  '{}': '{}',
  array: '[]',
  HTML: '<!doctype html><html><body><h1>502 Bad Gateway</h1><hr>nginx</body></html>',
  'cut off': '{"result":{"count":1,"data":[{"_id":"a","type":"loan","sta',
  'error object': '{"error":{"code":"E7","message":"upstream connect error"}}',
  'error in Russian': '{"error":{"code":"E8","message":"Идут работы до 12:00"}}',
  'string error': '{"statusCode":503,"error":"Service Unavailable","message":"no healthy upstream"}',
  'wrong types': '{"result":{"count":1,"data":[null,7,{"type":"loan","status":"x","terms":{"amount":"1"}}]}}',
  huge: JSON.stringify({ result: { count: 1, data: [{ _id: 'x', junk: 'x'.repeat(400_000) }] } }),
  'another schema': '{"result":{"count":"1","data":{"0":{}}}}',
}

export interface Fault {
  readonly call: 'authenticated' | 'requests'
  readonly status: number
  readonly body: string
}

/** One answer of each kind on each call, and both calls that never get through. */
export function allFaults(): Fault[] {
  const calls = ['authenticated', 'requests'] as const
  return calls.flatMap((call) => [
    ...statuses.flatMap((status) => Object.keys(bodies).map((body) => ({ call, status, body }))),
    { call, status: 0, body: 'empty' },
  ])
}

/** Each status and each body at least once on each call: what the short form has time for. */
export function fewFaults(): Fault[] {
  const names = Object.keys(bodies)
  return allFaults().filter(({ call, status, body }) => {
    const at = statuses.indexOf(status as (typeof statuses)[number])
    return (
      at < 0 ||
      names.indexOf(body) === (at + (call === 'requests' ? 5 : 0)) % names.length ||
      (call === 'requests' && status === 200)
    )
  })
}

import * as z from 'zod/mini'
import { readError } from './errors.ts'

const summarySchema = z.object({
  status: z.enum(['correct', 'noauth', 'error']),
  error_message: z.string(),
  count: z.number(),
  data: z.nullable(z.record(z.string(), z.unknown())),
  data_all: z.array(z.unknown()),
})

/** The client-side summary of the requests call. `data` is the main request: the list's first item if it is a loan. */
export interface Summary<R> {
  readonly status: 'correct' | 'noauth' | 'error'
  readonly error_message: string
  readonly count: number
  readonly data: R | null
  readonly data_all: readonly R[]
}

const failed = (status: 'noauth' | 'error', error_message: string): Summary<never> => ({
  status,
  error_message,
  count: 0,
  data: null,
  data_all: [],
})

/** What came back from the network: an HTTP answer, or the exception that stood in its place. */
export type RequestsAnswer = { readonly httpStatus: number; readonly body: unknown } | { readonly exception: unknown }

export const nullAnswerMessage = 'requests_findByClientIds > server_response_arr == null'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function fromBody<R>(body: unknown): Summary<R> {
  if (body === null || body === undefined) return failed('error', nullAnswerMessage)
  const error = readError(body)
  if (error) return failed('error', `${error.code}:${error.message}`)
  const result = isObject(body) && isObject(body.result) ? body.result : {}
  const list: unknown = result.data
  const first: unknown = Array.isArray(list) ? list[0] : undefined
  const main = isObject(first) && first.type === 'loan' ? first : null
  const draft = { status: 'correct', error_message: '', count: result.count, data: main, data_all: list }
  const checked = summarySchema.safeParse(draft)
  if (!checked.success) return failed('error', z.prettifyError(checked.error))
  return checked.data as unknown as Summary<R>
}

/**
 * The one reading of `POST /service/requests/findByClientIds`: every row of the error catalogue in one place.
 * The caller redirects on `noauth` and reports exceptions.
 */
export function summarize<R>(answer: RequestsAnswer): Summary<R> {
  if ('exception' in answer) {
    const { exception } = answer
    return failed('error', exception instanceof Error ? exception.message : String(exception))
  }
  if (answer.httpStatus === 401) return failed('noauth', '')
  return fromBody(answer.httpStatus === 200 ? answer.body : null)
}

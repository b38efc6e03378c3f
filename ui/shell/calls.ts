import type { Call, CallAnswer, CallInput } from '#contract/call.ts'
import { errorSentence, readError } from '#contract/errors.ts'
import { CallError } from '../callError.ts'
import type { CallOptions } from '../services.ts'
import { setServerTime } from './clock.ts'
import { logFailedCall } from './log.ts'

type Parts = {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** Makes one call of the contract. Rejects with CallError; `code` is `network` where no answer came */
export type Caller = <C extends Call>(call: C, input: CallInput<C>, options?: CallOptions) => Promise<CallAnswer<C>>

/** The caller of an app; `onSignedOut` is told when the server knows no session. `expected` codes are not reported */
export function createCaller(onSignedOut: () => void, expected: readonly string[] = []): Caller {
  return async (call, input, options = {}) => {
    const parts = (input ?? {}) as Parts
    const response = await send(call, parts, options)
    setServerTime(response.headers.get('date'))
    const body: unknown = await response.json().catch((exception: unknown) => {
      // nobody wants it any more: no failure to report
      if (options.signal?.aborted) throw exception
      return null
    })
    // Cut off on its way: as good as no answer
    if (response.ok && body === null && call.answer) {
      logFailedCall(call.name, parts, { httpStatus: response.status, body }, new Error(`${call.name} answered nothing`))
      throw noAnswer()
    }
    if (response.ok) return body as CallAnswer<typeof call>
    const error = readError(body)
    const code = error?.code ?? 'internal'
    if (!expected.includes(code)) logFailedCall(call.name, parts, { httpStatus: response.status, body })
    if (code === 'not_signed_in') onSignedOut()
    throw new CallError({
      code,
      status: response.status,
      message: errorSentence({ code, message: error?.message ?? '' }),
      issues: error?.issues ?? [],
      details: error?.details ?? {},
      traceId: error?.traceId,
    })
  }
}

async function send(
  call: Call,
  { params, query, body }: Parts,
  { key, signal, keepalive }: CallOptions,
): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (key) headers['idempotency-key'] = key
  try {
    return await fetch(address(call.path, params, query), {
      method: call.method,
      credentials: 'same-origin',
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
      ...(keepalive && { keepalive }),
    })
  } catch (exception) {
    if (signal?.aborted) throw exception
    logFailedCall(call.name, { params, query, body }, null, exception)
    throw noAnswer()
  }
}

const noAnswer = () =>
  new CallError({ code: 'network', status: 0, message: 'Нет связи. Проверьте интернет и попробуйте ещё раз.' })

function address(path: string, params: Parts['params'] = {}, query: Parts['query'] = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const asked = Object.entries(query).filter(([, value]) => value !== undefined)
  if (asked.length === 0) return filled
  return `${filled}?${new URLSearchParams(asked.map(([name, value]) => [name, String(value)]))}`
}

import type { Call, CallAnswer, CallInput } from '#contract/call.ts'
import { type ErrorCode, errorCatalogue, type Issue, type WireError } from '#contract/errors.ts'

/** A call of the contract and what it is answered in a trial */
export interface Route {
  readonly call: Call
  answer(input: unknown): unknown
}

export const route = <C extends Call>(
  call: C,
  answer: (input: CallInput<C>) => CallAnswer<C> | Promise<CallAnswer<C>>,
): Route => ({ call, answer: (input) => answer(input as CallInput<C>) })

/** Thrown by an answer: an error of the catalogue */
export class Refusal extends Error {
  readonly wire: WireError
  constructor(code: ErrorCode, more: { message?: string; issues?: readonly Issue[] } = {}) {
    super(code)
    const { issues, message = errorCatalogue[code].text } = more
    this.wire = { error: { code, message, ...(issues && { issues }) } }
  }
}

const elsewhere = 'Этого в пробе нет: она кончается предложением. Всё остальное — в настоящей заявке.'

const pattern = (path: string) => new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)

/** Answers calls as the server would, in the page itself: a `fetch` that sends nothing */
export function createService(routes: readonly Route[]): typeof fetch {
  const known = routes.map(({ call, answer }) => ({ call, answer, path: pattern(call.path) }))
  return async (address, { method = 'GET', body } = {}) => {
    const { pathname, searchParams } = new URL(String(address), 'http://trial.invalid')
    const found = known.find(({ call, path }) => call.method === method && path.test(pathname))
    try {
      if (!found) throw new Refusal('forbidden', { message: elsewhere })
      const answer = await found.answer({
        params: { ...found.path.exec(pathname)?.groups },
        query: Object.fromEntries(searchParams),
        body: typeof body === 'string' ? JSON.parse(body) : undefined,
      })
      return reply(found.call.status, answer)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return reply(errorCatalogue[error.wire.error.code].http, error.wire)
    }
  }
}

const reply = (status: number, body: unknown) =>
  new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  })

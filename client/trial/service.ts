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

/** What an address says for the `:names` of a path, null for the address of another call. */
function paramsOf(path: string, address: string): Record<string, string> | null {
  const [parts, asked] = [path.split('/'), address.split('/')]
  const params: Record<string, string> = {}
  for (const [at, part] of parts.entries()) {
    const said = asked[at]
    if (part.startsWith(':') && said) params[part.slice(1)] = said
    else if (part !== said) return null
  }
  return parts.length === asked.length ? params : null
}

/** Answers calls as the server would, in the page itself: a `fetch` that sends nothing */
export function createService(routes: readonly Route[]): typeof fetch {
  return async (address, { method = 'GET', body } = {}) => {
    const { pathname, searchParams } = new URL(String(address), 'http://trial.invalid')
    const [found] = routes
      .filter(({ call }) => call.method === method)
      .flatMap(({ call, answer }) => {
        const params = paramsOf(call.path, pathname)
        return params ? [{ call, answer, params }] : []
      })
    try {
      if (!found) throw new Refusal('forbidden', { message: elsewhere })
      const answer = await found.answer({
        params: found.params,
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

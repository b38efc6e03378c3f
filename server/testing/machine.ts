import { type Scope, scopeNames } from '#contract/machine/scopes.ts'
import type { TestPlatform } from './bench.ts'
import type { Injected, TestProduct } from './product.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** A machine client with a token, as two administrators made it. */
export async function machineClient(
  platform: TestPlatform,
  product: TestProduct,
  { scopes = scopeNames, rate = 60_000 }: { scopes?: readonly Scope[]; rate?: number } = {},
) {
  const { clients } = product.services.machines
  const given = { name: 'Проба', scopes, addresses: [], rate, until: null, jwks: '' }
  const { id, secret, pending } = await platform.transact((tx) => clients.add(tx, given, 'one'))
  if (pending) await platform.transact((tx) => clients.decide(tx, id, true, 'other'))
  const browser = product.browser()
  const proof = { client_id: id, client_secret: secret, grant_type: 'client_credentials' }
  const askToken = () => browser.call('POST', '/service/machine/token', new URLSearchParams(proof).toString(), form)
  const { access_token } = (await askToken()).body as { access_token: string }
  return {
    id,
    secret,
    askToken,
    key: browser.key,
    call: (method: string, url: string, body?: unknown, headers: Record<string, string> = {}): Promise<Injected> =>
      product.browser().call(method, url, body, { ...headers, authorization: `Bearer ${access_token}` }),
  }
}

export type TestMachine = Awaited<ReturnType<typeof machineClient>>

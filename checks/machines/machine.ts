import type { Scope } from '#contract/machine/scopes.ts'
import { openClient } from '../e2e/client.ts'
import { staffSession } from '../e2e/reviewer.ts'

/** Somebody signs up, so that there is an event; then the demo's administrator makes a machine client. */
export async function machineSecret(url: string, scopes: readonly Scope[]) {
  await openClient(url).signUp('9161234567')
  const staff = await staffSession(url)
  const body = { name: 'Проба', scopes, addresses: [], rate: 60_000, until: null, jwks: '' }
  return staff.must<{ id: string; secret: string }>('POST', '/service/office/machines', body)
}

/** The same with its token. */
export async function machineOf(url: string, scopes: readonly Scope[]): Promise<string> {
  const { id, secret } = await machineSecret(url, scopes)
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret })
  const answer = await fetch(`${url}/service/machine/token`, { method: 'POST', body: form })
  return ((await answer.json()) as { access_token: string }).access_token
}

import { type EsiaParts, rawEsia } from './esia-person.ts'
import { oidcProvider } from './oidc.ts'
import type { IdentityProvider } from './port.ts'
import { type Faults, openStandIn, type StandIn } from './stand-in/provider.ts'
import type { Wire } from './wire.ts'

export const sandboxIssuer = 'https://gosuslugi.sandbox.example'
export const sandboxSignInPage = '/sandbox/identity'

/** The demo's own sign-in, as if it were the state's: the browser walks to its page, the server speaks to it as to any provider. */
export function sandboxIdentity(
  wire: Wire,
  faults: Faults = {},
): IdentityProvider & { readonly standIn: Promise<StandIn> } {
  const client = { clientId: 'zayavka', clientSecret: 'only-for-the-demonstration' }
  const standIn = openStandIn({ issuer: sandboxIssuer, ...client, clock: wire.clock, faults })
  // In this process: the demo answers at whatever address somebody opened it by.
  const outbound: Wire['outbound'] = async ({ url, method = 'GET', headers = {}, body }) => {
    const { pathname, search } = new URL(url)
    const { authorization } = headers
    const asked = { method, path: pathname + search, authorization, body: typeof body === 'string' ? body : undefined }
    const answer = await (await standIn).handle(asked)
    const text = JSON.stringify(answer.body)
    const bytes = Buffer.from(text)
    return {
      status: answer.status,
      headers: { 'content-type': 'application/json' },
      text,
      bytes,
      json: () => JSON.parse(text),
    }
  }
  const provider = oidcProvider(
    {
      name: 'sandbox',
      label: 'Госуслуги',
      through: 'Госуслуги',
      issuer: sandboxIssuer,
      ...client,
      scopes: 'openid',
      algorithms: ['ES256'],
      acr: { claimed: 'claimed', confirmed: 'confirmed', biometric: 'biometric' },
      bases: { confirmed: ['esia'], biometric: ['esia', 'ebs'] },
      raw: ({ info }) => rawEsia(partsOf(info as Record<string, unknown>)),
      subject: ({ sub }) => ({ issuer: 'esia', id: String(sub) }),
    },
    { outbound, clock: wire.clock },
  )
  return {
    ...provider,
    standIn,
    async start(attempt) {
      const { url, keep } = await provider.start(attempt)
      const here = new URL(attempt.redirectUri).origin
      return { url: `${here}${sandboxSignInPage}${new URL(url).search}`, keep }
    },
  }
}

const partsOf = (info: Record<string, unknown>): EsiaParts => ({
  person: info,
  documents: (info.documents ?? []) as EsiaParts['documents'],
  registration: info.registrationAddress as EsiaParts['registration'],
  home: info.homeAddress as EsiaParts['home'],
  email: info.email as string,
  phone: info.mobilePhone as string,
})

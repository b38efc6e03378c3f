import { randomBytes, randomUUID } from 'node:crypto'
import { systemClock } from '#server/platform/clock.ts'
import { openOutbound } from '#server/platform/outbound.ts'
import type { Attempt, IdentityProvider } from './port.ts'
import { sandboxIdentity } from './sandbox.ts'
import type { Faults } from './stand-in/provider.ts'
import type { Wire } from './wire.ts'

/** A way out that may go to this machine. */
export const wire: Wire = { clock: systemClock, outbound: openOutbound({ production: false }) }

export const attemptOf = (provider: Pick<IdentityProvider, 'name'>, changes: Partial<Attempt> = {}): Attempt => ({
  purpose: 'fill',
  level: 'claimed',
  state: randomUUID(),
  nonce: randomBytes(32).toString('base64url'),
  verifier: randomBytes(32).toString('base64url'),
  redirectUri: `http://127.0.0.1:8080/identity/${provider.name}`,
  startedAt: new Date().toISOString(),
  ...changes,
})

/** The stand-in with something wrong about it, and somebody who walks to it and back. */
export function standInWith(faults: Faults, over: Wire = wire) {
  const provider = sandboxIdentity(over, faults)

  /** Signs in as somebody; answers what the browser brings back. */
  async function walk(attempt: Attempt, who = '1000000001') {
    const { url } = await provider.start(attempt)
    const request = new URL(url).searchParams.get('request_uri') ?? ''
    const back = (await provider.standIn).answered(request, who)
    if (!back) throw new Error('the stand-in knows nothing of this request')
    const found = new URL(back).searchParams
    return {
      code: found.get('code') ?? '',
      iss: found.get('iss') ?? '',
      state: found.get('state'),
      error: found.get('error'),
    }
  }

  return { provider, walk }
}

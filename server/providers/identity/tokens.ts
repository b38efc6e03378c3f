import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose'
import { OutboundError } from '#server/platform/outbound.ts'
import { fetchThrough } from './fetching.ts'
import { IdentityRefused } from './port.ts'
import { clockTolerance, type Wire } from './wire.ts'

interface Expected {
  readonly issuer: string | readonly string[]
  readonly audience: string
  readonly algorithms: readonly string[]
  /** Absent: this provider sends none back that could be relied on. */
  readonly nonce?: string
  /** When the attempt began: an older token is somebody's earlier one. */
  readonly since: string
}

/** Checks id_tokens by keys from a configured address: a key, or the address of one, in a token's own header is never looked at. */
export function tokenChecker(wire: Wire, keysUrl: string) {
  const keys = createRemoteJWKSet(new URL(keysUrl), {
    [customFetch]: fetchThrough(wire.outbound),
    cooldownDuration: 5000,
  })

  return async (token: string, expected: Expected): Promise<JWTPayload> => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer: expected.issuer as string | string[],
        audience: expected.audience,
        algorithms: [...expected.algorithms],
        clockTolerance,
        currentDate: wire.clock.now(),
        requiredClaims: ['sub', 'exp', 'iat'],
      })
      if (expected.nonce !== undefined && payload.nonce !== expected.nonce)
        throw new IdentityRefused('forged', 'the token has another nonce')
      checkAge(payload.iat, expected.since)
      return payload
    } catch (error) {
      if (error instanceof OutboundError || error instanceof IdentityRefused) throw error
      if (error instanceof errors.JOSEError)
        throw new IdentityRefused('forged', `the token is not right: ${error.code}`)
      throw error
    }
  }
}

/** Of an attempt before this one, or of the future. */
export function checkAge(issuedAt: number | undefined, since: string): void {
  if (issuedAt === undefined || issuedAt < new Date(since).getTime() / 1000 - clockTolerance)
    throw new IdentityRefused('forged', 'the token is older than the attempt')
}

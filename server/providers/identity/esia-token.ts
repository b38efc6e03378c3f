import * as z from 'zod/mini'
import { type Attempt, IdentityRefused } from './port.ts'
import type { RawSigner } from './raw-signer.ts'
import { verifyRsa } from './raw-signer.ts'
import { checkAge } from './tokens.ts'
import { clockTolerance, maybe, text, type Wire } from './wire.ts'

interface Expected {
  readonly issuer: string
  readonly clientId: string
  readonly signer: RawSigner
  readonly tokenAlgorithm: 'GOST3410_2012_256' | 'RS256'
  readonly tokenCertificates: readonly string[]
}

const number = z.union([text, z.number()])
const times = { iss: text, nbf: z.optional(z.number()), iat: z.number(), exp: z.number() }
const access = z.object({ ...times, client_id: text, 'urn:esia:sbj_id': number })
const identity = z.object({
  ...times,
  aud: z.union([text, z.array(text).check(z.maxLength(5))]),
  sub: number,
  'urn:esia:sbj': z.object({ 'urn:esia:sbj:oid': z.optional(number), 'urn:esia:sbj:lvl': maybe }),
})

const forged = (why: string): never => {
  throw new IdentityRefused('forged', why)
}

function json(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'), (key, value: unknown) =>
      key === '__proto__' ? undefined : value,
    )
  } catch {
    return forged('a part of the token is not JSON')
  }
}

/** ЕСИА's two tokens: algorithm and certificates are pinned, what a header says of keys is not looked at. */
export function esiaTokens(expected: Expected, { clock }: Pick<Wire, 'clock'>) {
  const { issuer, clientId, signer, tokenAlgorithm, tokenCertificates } = expected

  async function holds(content: Buffer, signature: Buffer): Promise<boolean> {
    for (const certificate of tokenCertificates) {
      const right =
        tokenAlgorithm === 'RS256'
          ? verifyRsa(content, signature, certificate)
          : await signer.verify(content, signature, certificate)
      if (right) return true
    }
    return false
  }

  async function opened<S extends z.ZodMiniType>(token: string, schema: S): Promise<z.output<S>> {
    const parts = token.split('.')
    const [header = '', payload = '', signature = ''] = parts
    if (parts.length !== 3 || !parts.every((part) => /^[\w-]+$/.test(part)))
      return forged('the token has not three parts')
    const { alg } = json(header) as { alg?: unknown }
    if (alg !== tokenAlgorithm) return forged('the token is signed by another algorithm')
    if (!(await holds(Buffer.from(`${header}.${payload}`), Buffer.from(signature, 'base64url'))))
      return forged('the signature holds by none of the pinned certificates')
    const read = schema.safeParse(json(payload))
    return read.success ? read.data : forged('the token has not what it should')
  }

  function checkTimes(
    claims: { iss: string; nbf?: number | undefined; iat: number; exp: number },
    since: string,
  ): void {
    const now = clock.now().getTime() / 1000
    if (claims.iss !== issuer) forged('the token is of another issuer')
    if (claims.exp <= now - clockTolerance) forged('the token is over')
    if ((claims.nbf ?? claims.iat) > now + clockTolerance || claims.iat > now + clockTolerance)
      forged('the token is of the future')
    checkAge(claims.iat, since)
  }

  return async (tokens: { access_token: string; id_token: string }, { startedAt }: Attempt) => {
    const [first, second] = [await opened(tokens.access_token, access), await opened(tokens.id_token, identity)]
    checkTimes(first, startedAt)
    checkTimes(second, startedAt)
    if (first.client_id !== clientId || ![second.aud].flat().includes(clientId))
      forged('the token is for somebody else')
    const subject = second['urn:esia:sbj']
    const oid = String(second.sub)
    if (!/^\d{1,20}$/.test(oid)) forged('the subject is no number')
    if (String(first['urn:esia:sbj_id']) !== oid || String(subject['urn:esia:sbj:oid'] ?? oid) !== oid)
      forged('the tokens are of two subjects')
    return { oid, standing: subject['urn:esia:sbj:lvl'] ?? '' }
  }
}

import { isIP } from 'node:net'
import { importJWK, type JWK } from 'jose'
import { parseDate } from '#contract/dateReading.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { Issue } from '#contract/errors.ts'
import type { Scope } from '#contract/machine/scopes.ts'
import { fail } from '#server/platform/failure.ts'
import type { Given } from './store.ts'

/** Algorithms a client may sign its assertions by: asymmetric ones alone, each as strong as RS256 at least. */
export const algorithms = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA']

interface Typed {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly addresses: readonly string[]
  readonly rate: number
  readonly until: string | null
  readonly jwks: string
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

const algorithmOf = ({ alg, kty, crv }: JWK) =>
  alg ?? (kty === 'RSA' ? 'RS256' : kty === 'EC' ? (crv === 'P-384' ? 'ES384' : 'ES256') : 'EdDSA')

/** Why one key is not taken; null: it may stay. */
async function faultOf(key: unknown): Promise<string | null> {
  const jwk = key as JWK
  if (typeof key !== 'object' || key === null) return 'Ключ должен быть объектом JWK'
  if (jwk.d !== undefined || jwk.kty === 'oct') return 'Это закрытый ключ: пришлите только открытый'
  if (!algorithms.includes(algorithmOf(jwk))) return `Алгоритм ключа не из ${algorithms.join(', ')}`
  if (jwk.kty === 'RSA' && Buffer.from(jwk.n ?? '', 'base64url').length < 256) return 'Ключ RSA короче 2048 бит'
  return importJWK(jwk, algorithmOf(jwk)).then(
    () => null,
    () => 'Ключ не читается',
  )
}

async function readKeys(text: string): Promise<Given['jwks'] | { fault: string }> {
  if (text.trim() === '') return null
  let keys: unknown
  try {
    keys = (JSON.parse(text) as { keys?: unknown } | null)?.keys
  } catch {
    return { fault: 'Это не JSON' }
  }
  if (!Array.isArray(keys) || keys.length === 0 || keys.length > 10)
    return { fault: 'Нужен набор ключей: {"keys":[…]}, от 1 до 10' }
  for (const key of keys) {
    const fault = await faultOf(key)
    if (fault) return { fault }
  }
  return { keys: keys as object[] }
}

/** What an administrator typed, checked. Throws `invalid_answers` with each field that is wrong. */
export async function readGiven(typed: Typed, today: IsoDate): Promise<Given> {
  const issues: Issue[] = []
  const wrong = typed.addresses.find((address) => !isNetwork(address))
  if (wrong !== undefined) issues.push({ field: 'addresses', message: `«${wrong}» — не адрес и не сеть` })
  const last = typed.until === null ? null : parseDate(typed.until)
  if (typed.until !== null && !last) issues.push({ field: 'until', message: 'Такой даты нет' })
  else if (last && last < today) issues.push({ field: 'until', message: 'Этот день уже прошёл' })
  const jwks = await readKeys(typed.jwks)
  if (jwks && 'fault' in jwks) issues.push({ field: 'jwks', message: jwks.fault })
  if (issues.length > 0 || (jwks && 'fault' in jwks)) throw fail('invalid_answers', { issues })
  return {
    name: typed.name.trim(),
    scopes: [...new Set(typed.scopes)],
    addresses: typed.addresses,
    rate: typed.rate,
    until: typed.until,
    jwks,
  }
}

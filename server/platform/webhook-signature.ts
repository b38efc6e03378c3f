import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secret } from './secret.ts'

const toleranceMs = 5 * 60_000

export type WebhookFault = 'absent' | 'old' | 'wrong'

interface Signed {
  /** `webhook-id`, `webhook-timestamp` (seconds) and `webhook-signature` as they came. */
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: Buffer
}

/** The bytes of a key as Standard Webhooks write it: `whsec_` and base64. */
const bytesOf = (key: string): Buffer => Buffer.from(key.replace(/^whsec_/, ''), 'base64')

export const webhookSignature = (key: string, id: string, timestamp: string, body: Buffer | string): string =>
  createHmac('sha256', bytesOf(key)).update(`${id}.${timestamp}.`).update(body).digest('base64')

function same(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Checks a webhook by HMAC-SHA256 over `id.timestamp.body` (Standard Webhooks): any of the keys, so that they can be changed while calls are
 * under way; not more than five minutes from now. Null: the call is genuine.
 */
export function webhookFault({ headers, body }: Signed, keys: readonly Secret[], now: Date): WebhookFault | null {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return 'absent'
  if (!/^\d{1,12}$/.test(timestamp) || id.length > 200) return 'wrong'
  const given = signatures.split(' ').flatMap((each) => (each.startsWith('v1,') ? [each.slice(3)] : []))
  const right = keys.some((key) => {
    const expected = webhookSignature(key.reveal(), id, timestamp, body)
    return given.some((signature) => same(signature, expected))
  })
  if (!right) return 'wrong'
  return Math.abs(Number(timestamp) * 1000 - now.getTime()) > toleranceMs ? 'old' : null
}

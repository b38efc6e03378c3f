import * as z from 'zod/mini'
import { decimalRoubles, kopecks } from '#contract/money.ts'
import type { Outbound, OutboundReply } from '#server/platform/outbound.ts'
import type { Secret } from '#server/platform/secret.ts'
import { RailTrouble } from '../trouble.ts'

const yookassaUrl = 'https://api.yookassa.ru/v3'

/** YooKassa remembers an Idempotence-Key for 24 hours; an hour is left for clocks that differ. */
export const keyLivesMs = 23 * 3_600_000

const errorSchema = z.object({
  code: z.optional(z.string().check(z.regex(/^\w{1,60}$/))),
  parameter: z.optional(z.string().check(z.regex(/^[\w.]{1,100}$/))),
})

/** Answers that say the call was not carried out, and that asking the same again by itself will not help. */
const refusals: Readonly<Record<number, string>> = {
  400: 'ЮKassa не приняла запрос',
  401: 'ЮKassa не узнала нас: проверьте номер и секретный ключ',
  403: 'ЮKassa не разрешает эту операцию',
}

function readJson(reply: OutboundReply): unknown {
  try {
    return reply.json()
  } catch {
    return null
  }
}

function refusalOf(reply: OutboundReply): RailTrouble | null {
  const words = refusals[reply.status]
  if (!words) return null
  const parsed = errorSchema.safeParse(readJson(reply))
  const { code, parameter } = parsed.success ? parsed.data : {}
  const about = [`ответ ${reply.status}`, code, parameter].filter(Boolean).join(', ')
  return new RailTrouble(`${words} (${about})`, { nothingMade: true })
}

/** Anything but a clean answer leaves the outcome unknown; what was sent is never named. Throws RailTrouble for a refused call. */
function read<Schema extends z.ZodMiniType>(reply: OutboundReply, schema: Schema): z.output<Schema> {
  const refusal = refusalOf(reply)
  if (refusal) throw refusal
  if (reply.status !== 200) throw new Error(`YooKassa answered ${reply.status}`)
  const parsed = schema.safeParse(reply.json())
  if (!parsed.success) throw new Error('YooKassa answered something else than was asked for')
  return parsed.data
}

/** Whole kopecks as YooKassa writes them: «15000.00». */
export const amountOf = (amount: number) => ({ value: decimalRoubles(kopecks(amount)), currency: 'RUB' })

interface Account {
  readonly outbound: Outbound
  /** Of the shop, or of the gateway for payouts. */
  readonly id: Secret
  readonly secretKey: Secret
  readonly url?: string | undefined
}

/** How YooKassa is called, whatever for (yookassa.ru/developers/using-api/interaction-format). */
export function yookassaApi({ outbound, id, secretKey, url = yookassaUrl }: Account) {
  const authorization = `Basic ${Buffer.from(`${id.reveal()}:${secretKey.reveal()}`).toString('base64')}`
  return {
    get: (path: string, timeout?: number) =>
      outbound({ url: `${url}${path}`, headers: { authorization }, ...(timeout && { timeout }) }),
    post: (path: string, key: string, body: object) =>
      outbound({ url: `${url}${path}`, method: 'POST', headers: { authorization, 'Idempotence-Key': key }, body }),
    read,
  }
}

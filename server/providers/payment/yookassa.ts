import * as z from 'zod/mini'
import { parseRoubles } from '#contract/money.ts'
import { type PayCancelReason, payCancelReasons } from '#contract/paying.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Outbound } from '#server/platform/outbound.ts'
import type { Secret } from '#server/platform/secret.ts'
import { amountOf, keyLivesMs, yookassaApi } from '../yookassa/api.ts'
import {
  type Payment,
  type PaymentOrder,
  type PaymentProvider,
  RailTrouble,
  type Refund,
  type RefundOrder,
  type SavedMeans,
} from './port.ts'

interface Settings {
  readonly outbound: Outbound
  readonly clock: Clock
  readonly shopId: Secret
  readonly secretKey: Secret
  readonly url?: string
  /** Their manager has to open it for a shop. */
  readonly saves: boolean
}

const text = z.string().check(z.minLength(1), z.maxLength(64))
const money = z.object({ value: z.string().check(z.regex(/^\d{1,10}\.\d\d$/)), currency: z.literal('RUB') })
const cancellation = z.optional(z.object({ reason: z.string() }))
const moment = z.string().check(z.iso.datetime({ offset: true }))

const paymentSchema = z.object({
  id: text,
  status: z.enum(['pending', 'waiting_for_capture', 'succeeded', 'canceled']),
  amount: money,
  created_at: moment,
  captured_at: z.optional(moment),
  confirmation: z.optional(z.object({ confirmation_url: z.optional(z.url()) })),
  payment_method: z.optional(
    z.object({
      type: z.string(),
      id: text,
      saved: z.optional(z.boolean()),
      card: z.optional(z.object({ last4: z.string().check(z.regex(/^\d{4}$/)) })),
    }),
  ),
  cancellation_details: cancellation,
  metadata: z.optional(z.object({ order: z.optional(text), loan: z.optional(text) })),
})
type Made = z.output<typeof paymentSchema>

const refundSchema = z.object({
  id: text,
  payment_id: text,
  status: z.enum(['pending', 'succeeded', 'canceled']),
  amount: money,
  cancellation_details: cancellation,
  description: z.optional(z.string()),
})
const listSchema = z.object({ items: z.array(paymentSchema), next_cursor: z.optional(z.string()) })
const refundsSchema = z.object({ items: z.array(refundSchema) })

const notificationSchema = z.object({
  type: z.literal('notification'),
  event: z.enum(['payment.succeeded', 'payment.waiting_for_capture', 'payment.canceled']),
  object: z.object({ id: text.check(z.regex(/^[\w-]+$/)) }),
})

const reasonOf = (named: string | undefined): PayCancelReason =>
  named !== undefined && Object.hasOwn(payCancelReasons, named) ? (named as PayCancelReason) : 'general_decline'

/** Where one payment is looked for: so much is read of a list and no more. */
const mostPages = 50
const clocksDifferMs = 5 * 60_000

function savedOf({ payment_method: means }: Made): SavedMeans | null {
  if (!means?.saved) return null
  return { token: means.id, title: means.card ? `•• ${means.card.last4}` : 'СБП' }
}

function paymentOf(made: Made): Payment {
  const { id, status, metadata } = made
  const amount = parseRoubles(made.amount.value)
  if (amount === null) throw new Error('YooKassa names a sum that is none')
  const known = { id, key: metadata?.order ?? null, loan: metadata?.loan ?? null, amount }
  if (status === 'canceled')
    return { ...known, state: 'cancelled', reason: reasonOf(made.cancellation_details?.reason) }
  if (status === 'succeeded')
    return { ...known, state: 'succeeded', paidAt: new Date(made.captured_at ?? made.created_at), saved: savedOf(made) }
  return { ...known, state: 'waiting', link: made.confirmation?.confirmation_url ?? null }
}

function refundOf({ id, status, cancellation_details: why }: z.output<typeof refundSchema>): Refund {
  if (status === 'canceled') return { id, state: 'cancelled', reason: why ? reasonOf(why.reason) : 'refund_declined' }
  return { id, state: status === 'succeeded' ? 'succeeded' : 'waiting' }
}

/** A refund carries no data of ours but this: by it a refund whose answer was lost is found again. */
const about = (key: string) => `Возврат ${key}`

const meansOf = ({ by, returnUrl }: PaymentOrder) =>
  'token' in by
    ? { payment_method_id: by.token }
    : {
        payment_method_data: { type: by.way === 'sbp' ? 'sbp' : 'bank_card' },
        confirmation: { type: 'redirect', return_url: returnUrl },
        ...(by.save && { save_payment_method: true }),
      }

/**
 * YooKassa payments (yookassa.ru/developers/api, v3, read November 2026). The same Idempotence-Key answers with the same payment for 24 hours; later,
 * or without a word from it, the list of payments is read for our key. Notifications carry no signature: the payment is always asked about.
 */
export function yookassaPayments({ outbound, clock, shopId, secretKey, url, saves }: Settings): PaymentProvider {
  const { get, post, read } = yookassaApi({ outbound, id: shopId, secretKey, url })
  const old = (at: Date) => clock.now().getTime() - at.getTime() > keyLivesMs

  async function look(id: string): Promise<Payment | null> {
    const reply = await get(`/payments/${encodeURIComponent(id)}`)
    if (reply.status === 404) return null
    const made = read(reply, paymentSchema)
    if (made.id !== id) throw new Error('YooKassa answered with another payment')
    return paymentOf(made)
  }

  /** A list to its end, page by page. */
  async function* pages(query: Readonly<Record<string, string>>): AsyncGenerator<Payment[], void> {
    let cursor: string | undefined
    do {
      const search = new URLSearchParams({ ...query, limit: '100', ...(cursor && { cursor }) })
      const { items, next_cursor } = read(await get(`/payments?${search}`), listSchema)
      yield items.map(paymentOf)
      if (next_cursor !== undefined && next_cursor === cursor)
        throw new Error('YooKassa answers with one page for ever')
      cursor = next_cursor
    } while (cursor)
  }

  /** The payment of a key among those of a time; null: never made. Throws when there are more than are read for one. */
  async function sought(key: string, query: Readonly<Record<string, string>>): Promise<Payment | null> {
    let count = 0
    for await (const page of pages(query)) {
      const made = page.find((payment) => payment.key === key)
      if (made) return made
      count += 1
      // Not among those that were read is not «never made».
      if (count > mostPages) throw new Error('YooKassa has more payments of that time than were read')
    }
    return null
  }

  return {
    name: 'yookassa',
    ways: ['sbp', 'card'],
    saves,

    async create(order) {
      if (old(order.at))
        throw new RailTrouble('Ключ платежа старше суток, повторять его нельзя', { nothingMade: false })
      const reply = await post('/payments', order.key, {
        amount: amountOf(order.amount),
        capture: true,
        ...meansOf(order),
        description: order.about,
        metadata: { order: order.key, loan: order.loan },
      })
      const made = paymentOf(read(reply, paymentSchema))
      if (made.amount !== order.amount) throw new Error('YooKassa names another sum for this key')
      return made
    },

    async find({ key, at }, id) {
      if (id !== null) return look(id)
      const near = { from: at.getTime() - clocksDifferMs, to: at.getTime() + keyLivesMs + clocksDifferMs }
      return sought(key, {
        'created_at.gte': new Date(near.from).toISOString(),
        'created_at.lte': new Date(near.to).toISOString(),
      })
    },

    listSince: (from) => pages({ 'created_at.gte': from.toISOString(), status: 'succeeded' }),

    async refund(order: RefundOrder) {
      if (old(order.at))
        throw new RailTrouble('Ключ возврата старше суток, повторять его нельзя', { nothingMade: false })
      const { paymentId: payment_id, amount, key } = order
      const body = { payment_id, amount: amountOf(amount), description: about(key) }
      return refundOf(read(await post('/refunds', order.key, body), refundSchema))
    },

    async findRefund({ paymentId, key }, id) {
      if (id !== null) return refundOf(read(await get(`/refunds/${encodeURIComponent(id)}`), refundSchema))
      const { items } = read(await get(`/refunds?payment_id=${encodeURIComponent(paymentId)}`), refundsSchema)
      const made = items.find(({ description }) => description === about(key))
      return made ? refundOf(made) : null
    },

    readNotification(body) {
      const parsed = notificationSchema.safeParse(body)
      return parsed.success ? parsed.data.object.id : null
    },
  }
}

import { crash } from '#server/platform/crash.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type Payment, type PaymentProvider, RailTrouble } from '#server/providers/payment/port.ts'
import type { Loans } from '../loans/index.ts'
import { type Claim, createClaiming } from './claiming.ts'
import type { Means } from './means.ts'
import { createSettling, type Outcome, type SettlingParts } from './settling.ts'
import { orderByProviderId, ordersToLook, readOrder } from './store.ts'

export const orderJob = 'payment'
const heardJob = 'payment.heard'
/** How long a worker that has died keeps an order from the others; how often one under way is looked at. */
export interface Times {
  readonly leaseMs: number
  readonly pollMs: number
}
/** The lease is longer than the calls one turn may make; the key makes a second caller harmless all the same. */
export const usualTimes: Times = { leaseMs: 60_000, pollMs: 3000 }
const atOnce = 4
const hour = 3_600_000
/** A provider that does not know a payment an hour after we may have asked for it has never made it. */
const forgottenAfter = hour
/** Shorter than any provider remembers a key: a call under an older one could make a second payment. */
const repeatedFor = 23 * hour
const readBack = 48 * hour
/** For a payment nobody here knows of: its answer may have been lost, or a backup was put back. */
const heardBack = 3 * hour
/** Its list is long and anybody may ask for it to be read; an order that waits is looked at sooner by itself. */
const heardMs = 60_000

interface Parts {
  readonly platform: Platform
  readonly provider: PaymentProvider
  readonly loans: Pick<Loans, 'told' | 'lock' | 'contractOf'>
  readonly means: Means
  readonly charged: SettlingParts['charged']
  readonly times: Times
}

/** Runs so many works at once over a list; one that fails does not keep the others waiting. */
export async function eachOf(
  ids: string[],
  work: (id: string) => Promise<void>,
  failed: (id: string, error: unknown) => void,
) {
  const next = async () => {
    for (let id = ids.shift(); id; id = ids.shift()) {
      const one = id
      await work(one).catch((error: unknown) => failed(one, error))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, next))
}

/**
 * Carries each order through the provider: claimed with a lease, the call made with the order's own key, settled by notification, by
 * looking, and by reading back what succeeded in the last two days.
 */
export function createWorking({ platform, provider, loans, means, charged, times }: Parts) {
  const { clock, db, jobs, log } = platform
  const claim = createClaiming({ platform, means, leaseMs: times.leaseMs, about: loans.contractOf })
  const settle = createSettling({ platform, loans, means, provider: provider.name, charged })

  async function ask({ row, order, by, fresh }: Claim): Promise<Outcome> {
    if (fresh && !by) return { state: 'nothing', reason: 'unlinked' }
    const known = fresh ? null : await provider.find(order, row.provider_id)
    if (known) return known
    const age = clock.now().getTime() - row.created_at.getTime()
    if (by && (fresh || age < repeatedFor)) return provider.create({ ...order, by })
    const forgotten = age > forgottenAfter
    return forgotten ? { state: 'nothing', reason: 'never_made' } : { state: 'unknown', trouble: null }
  }

  /** What a failed call means: certain only when no earlier call of the same key can have been heard. */
  function failed({ row, fresh }: Claim, error: unknown): Outcome {
    log.warn({ order: row.id, err: error }, 'outcome of a payment unknown')
    if (!(error instanceof RailTrouble)) return { state: 'unknown', trouble: null }
    return fresh && error.nothingMade
      ? { state: 'refused', trouble: error.reason }
      : { state: 'unknown', trouble: error.reason }
  }

  /** One turn of one order. Safe to run any number of times, by any number of servers. */
  async function work(orderId: string): Promise<void> {
    const claimed = await platform.transact((tx) => claim(tx, orderId))
    if (!claimed) return
    crash('payment-claimed')
    const outcome = await ask(claimed).catch((error: unknown) => failed(claimed, error))
    crash('payment-answered')
    await platform.transact((tx) => settle(tx, claimed, outcome))
  }

  /** A payment the provider knows: of an order of ours, or of one that a restored backup has forgotten. */
  async function adopt(payment: Payment): Promise<void> {
    const orderId = (await orderByProviderId(db, provider.name, payment.id)) ?? payment.key
    const row = orderId ? await readOrder(db, orderId) : undefined
    if (row && row.settled_at === null) return work(row.id)
    if (payment.state !== 'succeeded') return
    // Whoever reads the list again costs one look each, not a transaction.
    if (row?.state === 'succeeded' && row.provider_id === payment.id && row.amount === payment.amount) return
    const { id: providerId, amount, paidAt } = payment
    const ordered = row && { ordered: row.amount }
    const notice = { provider: provider.name, providerId, amount, paidAt, ...ordered }
    await platform.transact((tx) => loans.told(tx, row?.loan_id ?? payment.loan ?? payment.key ?? providerId, notice))
  }

  /** All of the provider's list since then, however long it is; one that cannot be taken up keeps no other waiting. */
  async function readSince(ms: number): Promise<void> {
    let missed = 0
    for await (const page of provider.listSince(new Date(clock.now().getTime() - ms)))
      for (const payment of page)
        await adopt(payment).catch((error: unknown) => {
          missed += 1
          log.error({ payment: payment.id, err: error }, 'a payment the provider knows could not be taken up')
        })
    // Whoever asked for it tries again.
    if (missed > 0) throw new Error(`${missed} payments of the provider's list were not taken up`)
  }

  /** Reads back what succeeded: a notification may never have come. */
  const sweep = () => readSince(readBack)

  async function look(): Promise<void> {
    await eachOf(await ordersToLook(db, clock.now(), 200), work, (order, err) =>
      log.error({ order, err }, 'a payment could not be looked after'),
    )
  }

  jobs.define<{ orderId: string }>(orderJob, ({ orderId }) => work(orderId))
  jobs.define(heardJob, () => readSince(heardBack))
  jobs.every('payment.look', times.pollMs, look)
  jobs.every('payment.sweep', hour, sweep)

  return {
    work,
    look,
    sweep,

    /** A notification: a hint to look, kept before it is answered. Nothing else in it is believed. */
    async notified(body: unknown): Promise<void> {
      const id = provider.readNotification(body)
      if (!id) return
      const orderId = await orderByProviderId(db, provider.name, id)
      // The payer knows the id, and may send as many as they like: one look at a time.
      if (orderId) return jobs.send(orderJob, { orderId }, { onlyOne: orderId })
      // Anybody may send this: however many do, the provider is asked for its own list, and seldom.
      await jobs.send(heardJob, {}, { onlyOne: provider.name, startAfter: new Date(clock.now().getTime() + heardMs) })
    },
  }
}

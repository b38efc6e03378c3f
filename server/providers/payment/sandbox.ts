import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { PayCancelReason } from '#contract/paying.ts'
import type { Clock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { type Payment, type PaymentOrder, type PaymentProvider, RailTrouble, type Refund } from './port.ts'

interface BooksTable {
  key: string
  id: string
  loan: string
  amount: number
  way: string
  save: boolean
  about: string
  return_url: string
  /** The last digits of the card or account that paid, which say how it behaves. */
  means: string | null
  /** Given back already. */
  refunded: number
  at: Date
  /** When the payer paid, and from when the provider says so. */
  paid_at: Date | null
  settles_at: Date | null
  cancelled: string | null
}

interface RefundsTable {
  key: string
  payment_id: string
  amount: number
  at: Date
}

export type SandboxPayment = BooksTable
const tables = (db: Kysely<unknown>) =>
  db.$extendTables<{ sandbox_payment: BooksTable; sandbox_refund: RefundsTable }>()

interface Fate {
  readonly words: string
  readonly cancel?: PayCancelReason
  /** When charged without the person. */
  readonly laterCancel?: PayCancelReason
  readonly slow?: true
  readonly silent?: true
}

/** Invented means and how they behave, so that a demo can steer it. */
export const sandboxMeans: Readonly<Record<string, Fate>> = {
  '4477': { words: 'деньги придут сразу' },
  '4412': { words: 'деньги придут через десять секунд', slow: true },
  '4413': { words: 'касса ничего не пришлёт, мы спросим сами', silent: true },
  '4402': { words: 'банк откажет: не хватило денег', cancel: 'insufficient_funds' },
  '4488': { words: 'сейчас пройдёт, а сама потом не спишется', laterCancel: 'insufficient_funds' },
  '4499': { words: 'сейчас пройдёт, потом банк отзовёт разрешение', laterCancel: 'permission_revoked' },
}
const slowMs = 10_000

/** Where the demo pays: see sandbox-page.ts. */
export const sandboxPayPage = '/service/sandbox/pay'
const prefix = 'sandbox-means:'

/** The sandbox's own books, kept as a provider keeps its own; shared with the page on which the demo pays. */
export function sandboxBooks(db: Kysely<unknown>, clock: Clock) {
  const books = () => tables(db).selectFrom('sandbox_payment').selectAll()
  return {
    byKey: (key: string) => books().where('key', '=', key).executeTakeFirst(),
    byId: (id: string) => books().where('id', '=', id).executeTakeFirst(),
    paid: (from: Date) => books().where('at', '>=', from).where('paid_at', 'is not', null).execute(),

    /** Somebody pays with a means, once; again changes nothing. */
    async pay(id: string, means: string, reason = sandboxMeans[means]?.cancel): Promise<void> {
      const now = clock.now()
      const settles_at = new Date(now.getTime() + (sandboxMeans[means]?.slow ? slowMs : 0))
      await tables(db)
        .updateTable('sandbox_payment')
        .set(reason ? { means, cancelled: reason } : { means, paid_at: now, settles_at })
        .where('id', '=', id)
        .where('paid_at', 'is', null)
        .where('cancelled', 'is', null)
        .execute()
    },

    async open(order: PaymentOrder): Promise<void> {
      const way = 'token' in order.by ? 'saved' : order.by.way
      const { key, loan, amount, about, returnUrl: return_url } = order
      const id = `sp-${newId()}`
      const blank = { means: null, refunded: 0, paid_at: null, settles_at: null, cancelled: null }
      const save = 'token' in order.by ? false : order.by.save
      await tables(db)
        .insertInto('sandbox_payment')
        .values({ key, id, loan, amount, way, save, about, return_url, at: clock.now(), ...blank })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute()
    },

    refundOf: (key: string) =>
      tables(db).selectFrom('sandbox_refund').selectAll().where('key', '=', key).executeTakeFirst(),

    async giveBack(key: string, paymentId: string, amount: number): Promise<boolean> {
      const row = { key, payment_id: paymentId, amount, at: clock.now() }
      const left = await tables(db)
        .updateTable('sandbox_payment')
        .set(({ eb }) => ({ refunded: eb('refunded', '+', amount) }))
        .where('id', '=', paymentId)
        .where(({ eb, ref }) => eb(ref('amount'), '>=', eb(ref('refunded'), '+', amount)))
        .executeTakeFirst()
      if (!left.numUpdatedRows) return false
      await tables(db).insertInto('sandbox_refund').values(row).execute()
      return true
    },
  }
}

/** A provider with books of its own that outlive the server's death. No money moves. */
export function sandboxPayments(db: Kysely<unknown>, clock: Clock): PaymentProvider {
  const books = sandboxBooks(db, clock)

  function paymentOf(row: SandboxPayment): Payment {
    const { id, key, loan, means } = row
    const known = { id, key, loan, amount: Number(row.amount) }
    if (row.cancelled) return { ...known, state: 'cancelled', reason: row.cancelled as PayCancelReason }
    if (!row.paid_at || !row.settles_at || row.settles_at > clock.now())
      return { ...known, state: 'waiting', link: `${sandboxPayPage}?payment=${id}` }
    const saved = row.save && means ? { token: `${prefix}${means}`, title: `•• ${means}` } : null
    return { ...known, state: 'succeeded', paidAt: row.paid_at, saved }
  }

  async function find({ key }: Pick<PaymentOrder, 'key'>, id: string | null) {
    const row = id === null ? await books.byKey(key) : await books.byId(id)
    return row ? paymentOf(row) : null
  }

  const refundOf = (key: string): Refund => ({
    id: `sr-${createHash('sha256').update(key).digest('hex').slice(0, 20)}`,
    state: 'succeeded',
  })

  return {
    name: 'sandbox',
    ways: ['sbp', 'card'],
    saves: true,

    async create(order) {
      await books.open(order)
      const row = await books.byKey(order.key)
      if (!row) throw new Error('the books lost a payment')
      if ('token' in order.by) {
        const means = order.by.token.slice(prefix.length)
        await books.pay(row.id, means, sandboxMeans[means]?.laterCancel)
      }
      const made = await find(order, row.id)
      if (made?.amount !== order.amount) throw new Error('this key was used for another amount')
      return made
    },

    find,
    async *listSince(from) {
      yield (await books.paid(from)).map(paymentOf).filter(({ state }) => state === 'succeeded')
    },

    async refund({ key, paymentId, amount }) {
      if (await books.refundOf(key)) return refundOf(key)
      if (await books.giveBack(key, paymentId, amount)) return refundOf(key)
      throw new RailTrouble('песочница: возвращается больше, чем было заплачено', { nothingMade: true })
    },

    findRefund: async ({ key }) => ((await books.refundOf(key)) ? refundOf(key) : null),

    readNotification: (body) => {
      const id = (body as { object?: { id?: unknown } } | null)?.object?.id
      return typeof id === 'string' ? id : null
    },
  }
}

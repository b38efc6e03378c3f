import type { Kysely } from 'kysely'
import type { Clock } from '#server/platform/clock.ts'
import type { CancelReason, PayoutOrder, PayoutRail, Transfer } from './port.ts'

interface LedgerTable {
  key: string
  amount: number
  behaviour: string
  asked: number
  at: Date
  settle_at: Date
}

const tables = (db: Kysely<unknown>) => db.$extendTables<{ sandbox_transfer: LedgerTable }>()

/**
 * How the sandbox behaves, by the last two digits of the phone or account, so that a demo can steer it:
 * 01 name differs, 02 not found, 03 no money at the lender, 04 refused by the receiver, 05 limit, 06 bank down,
 * 07 no money at the lender the first time, paid under the next key, 11 the answer to the first call is lost, 12 slow (settles after 10 s), 13 lost and slow. Anything else: paid at once.
 */
const cancels: Readonly<Record<string, CancelReason>> = {
  '01': 'recipient_check_failed',
  '02': 'recipient_not_found',
  '03': 'insufficient_funds',
  '04': 'rejected_by_payee',
  '05': 'one_time_limit_exceeded',
  '06': 'issuer_unavailable',
  '07': 'insufficient_funds',
}
const lost = new Set(['11', '13'])
const slow = new Set(['12', '13'])
const slowMs = 10_000

function lastDigits({ destination }: PayoutOrder): string {
  if (destination.kind === 'sbp') return destination.phone.slice(-2)
  if (destination.kind === 'account') return destination.account.slice(-2)
  return destination.mask.slice(-2)
}

/** Where the demo names its card: see sandbox-card-page.ts. */
export const sandboxCardPage = '/service/sandbox/card'

/** A rail with a ledger of its own that outlives the server's death, as a bank's does. No money moves. */
export function sandboxRail(db: Kysely<unknown>, clock: Clock): PayoutRail {
  const read = (key: string) =>
    tables(db).selectFrom('sandbox_transfer').selectAll().where('key', '=', key).executeTakeFirst()

  function transferOf(row: LedgerTable): Transfer {
    const reason = cancels[row.behaviour]
    if (reason) return { state: 'cancelled', id: row.key, reason }
    return { state: row.settle_at <= clock.now() ? 'succeeded' : 'pending', id: row.key }
  }

  /** The account had too little for this sum once before: it was filled since. */
  const toppedUp = async ({ key, amount }: PayoutOrder) =>
    (await tables(db)
      .selectFrom('sandbox_transfer')
      .select('key')
      .where('behaviour', '=', '07')
      .where('amount', '=', amount)
      .where('key', '<>', key)
      .executeTakeFirst()) !== undefined

  return {
    name: 'sandbox',
    takes: ['sbp', 'card', 'account'],
    checksReceiver: ['sbp', 'card', 'account'],
    cardPage: sandboxCardPage,

    async pay(order) {
      const at = clock.now()
      const digits = lastDigits(order)
      const behaviour = digits === '07' && (await toppedUp(order)) ? '' : digits
      const row = {
        key: order.key,
        amount: order.amount,
        behaviour,
        asked: 1,
        at,
        settle_at: new Date(at.getTime() + (slow.has(behaviour) ? slowMs : 0)),
      }
      const inserted = await tables(db)
        .insertInto('sandbox_transfer')
        .values(row)
        .onConflict((conflict) => conflict.column('key').doNothing())
        .executeTakeFirst()
      if (inserted.numInsertedOrUpdatedRows && lost.has(behaviour)) throw new Error('the answer was lost on the way')
      const kept = await read(order.key)
      if (!kept) throw new Error('the ledger lost a transfer')
      if (kept.amount !== order.amount) throw new Error('this key was used for another amount')
      return transferOf(kept)
    },

    async find(order, id) {
      const row = await read(id ?? order.key)
      return row ? transferOf(row) : null
    },

    readNotification: (body) => {
      const id = (body as { object?: { id?: unknown } } | null)?.object?.id
      return typeof id === 'string' ? id : null
    },
  }
}

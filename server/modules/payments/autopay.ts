import { debtOn, nextPayment, scheduleOn } from '#contract/calculation.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { Lender } from '#contract/lender.ts'
import { formatRoubles, kopecks } from '#contract/money.ts'
import { type AutopayEnd, endsAutopay, type PayCancelReason } from '#contract/paying.ts'
import { formatDateTime } from '#contract/zones.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { KnownLoan, Loans } from '../loans/index.ts'
import type { Tell } from '../messages/index.ts'
import {
  type AutopayRow,
  autopaysToLook,
  autopaysWith,
  insertRow,
  isTold,
  lockAutopay,
  openRow,
  putAutopay,
  readAutopay,
  type ToldRow,
  updateAutopay,
  updateRow,
} from './autopay-store.ts'
import { tellingAt, tryAt } from './autopay-times.ts'
import type { Means } from './means.ts'
import type { OrderRow } from './store.ts'
import { eachOf } from './working.ts'

export interface AutopayParts {
  readonly platform: Platform
  readonly lender: Pick<Lender, 'rules' | 'zone'>
  readonly loans: Pick<Loans, 'lock' | 'today'>
  readonly means: Means
  /** The agreement in force that is ticked; null: the lender publishes none, and nothing is charged by itself. */
  readonly document: () => { readonly id: string; readonly version: string } | null
  readonly zoneOf: (tx: Pick<Tx, 'db'>, requestId: string) => Promise<string | null>
  readonly tell: Tell
  /** Whether a message did not reach its reader. */
  readonly undelivered: (tx: Tx, messageId: string) => Promise<boolean>
  /** Whether the law keeps us from dealing with this person directly. */
  readonly stopped: (clientId: string) => Promise<boolean>
  /** Begins the charge; false: another payment of the loan is under way. */
  readonly charge: (tx: Tx, loan: KnownLoan, told: ToldRow, meansId: string, amount: number) => Promise<boolean>
}

const everyMs = 60_000
const pauseMs = 10 * 60_000
const _money = (amount: number) => formatRoubles(kopecks(amount))

/** Charges what falls due, by itself: agreed to beforehand, told of the day before, never more than was told, and over in one tap. */
export function createAutopay(parts: AutopayParts) {
  const { platform, lender, loans, means, tell } = parts
  const { clock, db, jobs, log } = platform
  const { rules } = lender

  async function end(tx: Tx, row: AutopayRow, because: AutopayEnd, loan?: KnownLoan): Promise<void> {
    await updateAutopay(tx.db, row.loan_id, { ended_at: clock.now(), ended: because, look_at: null })
    const told = await openRow(tx.db, row.loan_id)
    if (told) await updateRow(tx.db, told, { over: true })
    tx.journal({
      event: 'autopay.off',
      actor: because === 'asked' ? { kind: 'client', id: row.client_id } : { kind: 'job', id: 'autopay' },
      subject: { kind: 'loan', id: row.loan_id },
      data: { because },
    })
    if (loan) await tell(tx, loan, 'autopayEnded', { because })
  }

  const zone = async (tx: Tx, loan: KnownLoan) => (await parts.zoneOf(tx, loan.requestId)) ?? lender.zone

  function skip(tx: Tx, { loan_id, row_date }: Pick<ToldRow, 'loan_id' | 'row_date'>, because: string): void {
    tx.journal({
      event: 'autopay.skip',
      actor: { kind: 'job', id: 'autopay' },
      subject: { kind: 'loan', id: loan_id },
      data: { rowDate: row_date, because },
    })
  }

  /** Tells of the charge of a date; from the same hour of the day before on, and never on the day itself. */
  async function announce(tx: Tx, row: AutopayRow, loan: KnownLoan, date: IsoDate, amount: number): Promise<void> {
    if (amount > row.most) return end(tx, row, 'sum', loan)
    const title = await means.title(tx, row.means_id)
    const message_id = await tell(tx, loan, 'autopayTomorrow', { date, amount: kopecks(amount), means: title })
    const { loan_id, client_id } = row
    await insertRow(tx.db, { loan_id, client_id, row_date: date, amount, message_id, tries: 0, over: false })
    tx.journal({
      event: 'autopay.notice',
      actor: { kind: 'job', id: 'autopay' },
      subject: { kind: 'loan', id: row.loan_id },
      data: { rowDate: date, amount },
    })
  }

  /** One try at a payment that was told of. Answers when there is something to do next. */
  async function tryOne(
    tx: Tx,
    row: AutopayRow,
    loan: KnownLoan,
    told: ToldRow,
    clockOf: string,
  ): Promise<Date | null> {
    const at = tryAt(told.row_date as IsoDate, told.tries, clockOf)
    if (!at || at > clock.now()) return at
    if (await parts.undelivered(tx, told.message_id)) {
      skip(tx, told, 'undelivered')
      await updateRow(tx.db, told, { over: true })
      return clock.now()
    }
    // Agreed to anew meanwhile, it may be for less than was told.
    const amount = Math.min(told.amount, row.most, debtOn(loan.loan, loans.today(), rules).due)
    if (amount <= 0) {
      await updateRow(tx.db, told, { over: true })
      return clock.now()
    }
    if (!(await parts.charge(tx, loan, { ...told, tries: told.tries + 1 }, row.means_id, amount)))
      return new Date(clock.now().getTime() + pauseMs)
    await updateRow(tx.db, told, { tries: told.tries + 1 })
    return tryAt(told.row_date as IsoDate, told.tries + 1, clockOf)
  }

  /** What there is to tell or to charge now; answers when to look next, null: never by itself. */
  async function turn(tx: Tx, row: AutopayRow, loan: KnownLoan): Promise<Date | null> {
    const clockOf = await zone(tx, loan)
    const told = await openRow(tx.db, row.loan_id)
    if (told) return tryOne(tx, row, loan, told, clockOf)
    const next = nextPayment(loan.loan, loans.today(), rules)
    if (!next) return null
    const at = tellingAt(next.date, clockOf)
    const first = tryAt(next.date, 0, clockOf)
    if (at > clock.now()) return at
    const pause = new Date(clock.now().getTime() + pauseMs)
    if (next.covered || !first || first <= clock.now() || (await isTold(tx.db, row.loan_id, next.date)))
      return new Date(Math.max(pause.getTime(), first?.getTime() ?? 0))
    // Told too late in the day it would be read on the day of the charge.
    await announce(tx, row, loan, next.date, next.amount)
    return first
  }

  async function lookAt(loanId: string): Promise<void> {
    const known = await readAutopay(db, loanId)
    const stopped = known ? await parts.stopped(known.client_id) : false
    await platform.transact(async (tx) => {
      // The loan first: whoever pays it meets here, and the sum is that of this moment.
      const loan = await loans.lock(tx, loanId)
      const row = await lockAutopay(tx.db, loanId)
      if (!row?.look_at || row.ended_at || row.look_at > clock.now()) return
      if (loan.state !== 'running') return end(tx, row, 'closed')
      if (stopped) return end(tx, row, 'stopped')
      const look_at = await turn(tx, row, loan)
      const now = await readAutopay(tx.db, loanId)
      if (now && !now.ended_at) await updateAutopay(tx.db, loanId, { look_at })
    })
  }

  async function look(): Promise<void> {
    await eachOf(await autopaysToLook(db, clock.now(), 200), lookAt, (loan, err) =>
      log.error({ loan, err }, 'the autopay of a loan could not be looked at'),
    )
  }
  jobs.every('autopay', everyMs, look)

  /** The most one payment of the schedule takes from today on: what is asked to be agreed to. A last one takes all that is left. */
  function most({ loan }: KnownLoan): number {
    const today = loans.today()
    const ahead = scheduleOn(loan, today, rules).filter(({ date }) => date >= today)
    const [only] = ahead.length === 1 ? ahead : []
    return only ? debtOn(loan, only.date, rules).due : Math.max(0, ...ahead.map(({ payment }) => payment))
  }

  return {
    look,
    most,
    read: ({ id, clientId }: KnownLoan) => readAutopay(db, id, clientId),

    /** The person has ticked the agreement for this means and this sum. */
    async on(tx: Tx, loan: KnownLoan, meansId: string, agreed: { most: number; version: string }): Promise<void> {
      const document = parts.document()
      if (loan.state !== 'running' || !document || document.version !== agreed.version) throw fail('state_conflict')
      if (agreed.most !== most(loan)) throw fail('quote_over')
      await means.own(tx, loan.clientId, meansId)
      const agreement = { most: agreed.most, document: document.id, document_version: document.version }
      const started = { on_at: clock.now(), ended_at: null, ended: null, look_at: clock.now() }
      await putAutopay(tx.db, {
        loan_id: loan.id,
        client_id: loan.clientId,
        means_id: meansId,
        ...agreement,
        ...started,
      })
      tx.journal({
        event: 'autopay.on',
        actor: { kind: 'client', id: loan.clientId },
        subject: { kind: 'loan', id: loan.id },
        data: { means: meansId, most: agreed.most, document: document.id, version: document.version },
      })
    },

    /** In one tap, also in the evening before a charge. */
    async off(tx: Tx, loanId: string): Promise<void> {
      const row = await lockAutopay(tx.db, loanId)
      if (row && !row.ended_at) await end(tx, row, 'asked')
    },

    /** A means is unlinked: nothing is charged with it any more. */
    async unlinked(tx: Tx, meansId: string): Promise<void> {
      for (const loanId of await autopaysWith(tx.db, meansId)) {
        const row = await lockAutopay(tx.db, loanId)
        if (row && !row.ended_at) await end(tx, row, 'unlinked')
      }
    },

    /** A charge has ended; `reason` null: the money came. */
    async charged(tx: Tx, order: OrderRow, reason: PayCancelReason | null): Promise<void> {
      const row = await lockAutopay(tx.db, order.loan_id)
      const told = await openRow(tx.db, order.loan_id)
      if (!told || told.row_date !== order.row_date) return
      if (reason === null) return updateRow(tx.db, told, { over: true })
      if (!row || row.ended_at) return
      const loan = await loans.lock(tx, order.loan_id)
      if (endsAutopay(reason)) return end(tx, row, 'means', loan)
      const again = tryAt(told.row_date as IsoDate, told.tries, await zone(tx, loan))
      if (!again) return end(tx, row, 'tries', loan)
      // Once it is late, the notices of an overdue payment speak of it, as often as the law lets them.
      if (debtOn(loan.loan, loans.today(), rules).overdueDays > 0) return
      const when = formatDateTime(again, await zone(tx, loan))
      await tell(tx, loan, 'autopayFailed', { amount: kopecks(order.amount), again: when })
    },
  }
}

export type Autopay = ReturnType<typeof createAutopay>

import type { ContactResult, StopGround } from '#contract/collection.ts'
import { type ContactKind, type ContactVerdict, contactVerdict } from '#contract/contacts.ts'
import { daysBetween, formatDate, type IsoDate } from '#contract/dates.ts'
import type { Lender } from '#contract/lender.ts'
import type { LoanNotice } from '#contract/notices.ts'
import { requiredRuleOn } from '#contract/rules.ts'
import { dateInZone, formatDateTime } from '#contract/zones.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { People } from '../people/index.ts'
import {
  type ContactRow,
  contactsOf,
  contactsSince,
  insertContact,
  insertStop,
  keepNotice,
  liftStop,
  lockContact,
  lockPerson,
  openPromises,
  openStop,
  promisesOver,
  updateContact,
} from './store.ts'

export interface Debtor {
  readonly loanId: string
  readonly clientId: string
  readonly requestId: string
}

interface Parts {
  readonly platform: Platform
  readonly lender: Pick<Lender, 'zone' | 'rules' | 'calendar'>
  readonly people: Pick<People, 'accounts'>
  /** The clock the borrower of a request lives by; null: not known. */
  readonly zoneOf: (tx: Pick<Tx, 'db'>, requestId: string) => Promise<string | null>
}

export interface EndedContact {
  readonly result: ContactResult
  readonly words: string
  readonly promise?: { readonly day: IsoDate; readonly amount: number }
}

const place = (id: string) => ({ table: 'contact', id })
const longestPromiseDays = 30
const monthMs = 62 * 86_400_000

/**
 * Contacts about overdue debts: each is counted before it is made, per person and over all their loans, and refused beyond the law's counts, hours
 * and stops, by whatever path it comes (230-ФЗ, art. 7 and 8).
 */
export function createContacts({ platform, lender, people, zoneOf }: Parts) {
  const { clock, clientKeys, db } = platform
  const today = () => dateInZone(clock.now(), lender.zone)

  /** Whether the person may be contacted now. Who asks inside a transaction holds the person until it ends. */
  async function verdictFor(
    tx: Pick<Tx, 'db'>,
    debtor: Debtor,
    kind: ContactKind,
  ): Promise<ContactVerdict | 'stopped'> {
    const accounts = await people.accounts(debtor.clientId, tx)
    if (await openStop(tx.db, accounts)) return 'stopped'
    const now = clock.now()
    const since = new Date(now.getTime() - monthMs)
    const before = await contactsSince(tx.db, accounts, since)
    const rule = requiredRuleOn(lender.rules, 'collectionContacts', today())
    const zone = await zoneOf(tx, debtor.requestId)
    return contactVerdict({ kind, now, before, rule, calendar: lender.calendar, zone })
  }

  const lock = async (tx: Tx, clientId: string) => lockPerson(tx.db, await people.accounts(clientId, tx))

  const bare = (debtor: Debtor, kind: ContactKind, at: Date): ContactRow => ({
    id: newId(),
    client_id: debtor.clientId,
    loan_id: debtor.loanId,
    kind,
    notice: null,
    staff_id: null,
    at,
    ended_at: null,
    result: null,
    sealed: null,
    promise_day: null,
    promise_amount: null,
    promise_state: null,
  })

  function refuse(
    tx: Tx,
    debtor: Debtor,
    staffId: string,
    verdict: Exclude<ContactVerdict, { allowed: true }> | 'stopped',
  ): never {
    const code =
      verdict === 'stopped' ? 'contact_stopped' : verdict.because === 'hours' ? 'contact_hours' : 'contact_limit'
    tx.journal({
      event: 'contact.refused',
      actor: { kind: 'staff', id: staffId },
      subject: { kind: 'loan', id: debtor.loanId },
      data: { because: verdict === 'stopped' ? 'stopped' : verdict.because },
    })
    const details =
      verdict === 'stopped'
        ? {}
        : { from: verdict.from.toISOString(), words: formatDateTime(verdict.from, lender.zone) }
    throw fail(code, { details, keep: true })
  }

  return {
    verdict: (debtor: Debtor, kind: ContactKind) => verdictFor({ db } as Pick<Tx, 'db'>, debtor, kind),

    /** A call begins: counted now, answered or not. Throws `contact_limit`, `contact_hours` or `contact_stopped`. */
    async call(tx: Tx, debtor: Debtor, staffId: string): Promise<string> {
      await lock(tx, debtor.clientId)
      const verdict = await verdictFor(tx, debtor, 'call')
      if (verdict === 'stopped' || !verdict.allowed) return refuse(tx, debtor, staffId, verdict)
      const row = { ...bare(debtor, 'call', clock.now()), staff_id: staffId }
      await insertContact(tx.db, row)
      tx.journal({
        event: 'contact.begin',
        actor: { kind: 'staff', id: staffId },
        subject: { kind: 'loan', id: debtor.loanId },
        data: { contact: row.id, kind: 'call' },
      })
      return row.id
    },

    /** What came of a call of one's own. Throws `state_conflict` when that is written already. */
    async end(tx: Tx, id: string, staffId: string, { result, words, promise }: EndedContact): Promise<ContactRow> {
      const row = await lockContact(tx.db, id)
      if (row?.kind !== 'call' || row.staff_id !== staffId) throw fail('not_found')
      if (row.ended_at) throw fail('state_conflict')
      if (promise && (promise.day < today() || daysBetween(today(), promise.day) > longestPromiseDays))
        throw fail('bad_request', {
          issues: [
            {
              field: 'promise.day',
              message: `От сегодня, ${formatDate(today())}, и не дальше ${longestPromiseDays} дней`,
            },
          ],
        })
      const sealed = words ? (await clientKeys.of(tx.db, row.client_id)).seal(words, place(id)) : null
      const kept = promise && {
        promise_day: promise.day,
        promise_amount: promise.amount,
        promise_state: 'open' as const,
      }
      await updateContact(tx.db, id, { ended_at: clock.now(), result, sealed, ...kept })
      tx.journal({
        event: 'contact.end',
        actor: { kind: 'staff', id: staffId },
        subject: { kind: 'loan', id: row.loan_id },
        data: { contact: id, result, ...(promise && { day: promise.day, amount: promise.amount }) },
      })
      return { ...row, ended_at: clock.now(), result, ...kept }
    },

    /** Counts a message about an overdue debt and says when it may go out; null: this person may not be written to. */
    async message(tx: Tx, debtor: Debtor, notice: LoanNotice): Promise<Date | null> {
      await lock(tx, debtor.clientId)
      const verdict = await verdictFor(tx, debtor, 'message')
      if (verdict === 'stopped') return null
      const at = verdict.allowed ? clock.now() : verdict.from
      await insertContact(tx.db, { ...bare(debtor, 'message', at), notice })
      return at
    },

    /** Whether something is told of a loan for the first time. */
    first: (tx: Tx, loan: { readonly id: string; readonly client_id: string }, kind: LoanNotice, about: string) =>
      keepNotice(tx.db, { loan_id: loan.id, client_id: loan.client_id, kind, about, at: clock.now() }),

    /** Contacts about a loan, newest first, with the words of the staff. */
    async ofLoan(loanId: string) {
      const rows = await contactsOf(db, loanId)
      if (rows.length === 0) return []
      const { unseal } = await clientKeys.of(db, rows[0]!.client_id)
      return rows.map((row) => ({ ...row, words: row.sealed ? unseal<string>(row.sealed, place(row.id)) : '' }))
    },

    /** Promises of some loans whose day is over, or that are paid: kept when at least the sum came between the word and the day. */
    async settlePromises(
      tx: Tx,
      loanIds: readonly string[],
      clientId: string | undefined,
      paidBetween: (loanId: string, from: IsoDate, to: IsoDate) => number,
    ): Promise<void> {
      for (const row of await openPromises(tx.db, loanIds, clientId)) {
        const [from, until] = [dateInZone(row.at, lender.zone), row.promise_day as IsoDate]
        const kept = paidBetween(row.loan_id, from, until) >= (row.promise_amount ?? 0)
        if (!kept && until >= today()) continue
        await updateContact(tx.db, row.id, { promise_state: kept ? 'kept' : 'broken' })
        tx.journal({
          event: kept ? 'promise.kept' : 'promise.broken',
          actor: { kind: 'job', id: 'contacts' },
          subject: { kind: 'loan', id: row.loan_id },
          data: { contact: row.id },
        })
      }
    },

    promisesOver: () => promisesOver(db, today(), 200),

    /** `since`: the day of a death or of a court's act. */
    async stop(
      tx: Tx,
      clientId: string,
      ground: StopGround,
      staffId: string,
      since: IsoDate | null = null,
    ): Promise<void> {
      await lock(tx, clientId)
      if (await openStop(tx.db, await people.accounts(clientId, tx))) throw fail('state_conflict')
      const id = newId()
      const row = { id, client_id: clientId, ground, since, set_by: staffId, set_at: clock.now() }
      await insertStop(tx.db, { ...row, lifted_by: null, lifted_at: null })
      tx.journal({
        event: 'contact.stop',
        actor: { kind: 'staff', id: staffId },
        subject: { kind: 'client', id: clientId },
        data: { ground, ...(since && { since }) },
      })
    },

    async lift(tx: Tx, clientId: string, staffId: string): Promise<void> {
      await lock(tx, clientId)
      const open = await openStop(tx.db, await people.accounts(clientId, tx))
      if (!open) throw fail('state_conflict')
      await liftStop(tx.db, open.id, staffId, clock.now())
      tx.journal({
        event: 'contact.lift',
        actor: { kind: 'staff', id: staffId },
        subject: { kind: 'client', id: clientId },
        data: { ground: open.ground },
      })
    },

    /** The mark that shuts every path to a person, with its day. */
    async markOf(
      clientId: string,
      tx?: Tx,
    ): Promise<{ clientId: string; ground: StopGround; since: IsoDate | null } | null> {
      const open = await openStop(tx?.db ?? db, await people.accounts(clientId, tx))
      return open ? { clientId: open.client_id, ground: open.ground, since: open.since as IsoDate | null } : null
    },

    /** All accounts of a person. */
    accounts: (clientId: string, tx: Tx) => people.accounts(clientId, tx),

    /** Why a person is not contacted directly; null: they may be. Inside a transaction, give its `tx`. */
    stopOf: async (clientId: string, tx?: Tx) =>
      (await openStop(tx?.db ?? db, await people.accounts(clientId, tx)))?.ground ?? null,
  }
}

export type Contacts = ReturnType<typeof createContacts>

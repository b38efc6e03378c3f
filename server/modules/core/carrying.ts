import { daysBetween, type IsoDate } from '#contract/dates.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type Core, type CoreEntry, CoreRefused } from '#server/providers/core/port.ts'
import type { Auth } from '../auth/index.ts'
import type { Loans } from '../loans/index.ts'
import type { Requests } from '../requests/index.ts'
import {
  busyLoans,
  type CoreLoanRow,
  type IntentRow,
  leaseCoreLoan,
  nextIntent,
  updateCoreLoan,
  updateIntent,
} from './store.ts'

interface Parts {
  readonly platform: Platform
  readonly core: Core
  readonly loans: Pick<Loans, 'own'>
  readonly requests: Pick<Requests, 'find' | 'facts'>
  readonly auth: Pick<Auth, 'client'>
}

const minute = 60_000
const hour = 60 * minute
/** After each failed try; the last one for ever: the core is waited for, nothing is given up. */
const pauses = [5000, 30_000, 2 * minute, 10 * minute, 30 * minute, hour]

const job = 'core.carry'
/** Longer than one round of calls can take; a server that dies in it is replaced after it. */
const leaseMs = 3 * minute
const roundMs = 20_000
const [loansAtOnce, looked] = [4, 200]

/** Tells the core what was written down for it, each loan's entries one after another. */
export function createCarrying({ platform, core, loans, requests, auth }: Parts) {
  const { db, clock, jobs, log, metrics } = platform
  const count = metrics.counter('core_calls_total', 'Entries the core was told', [
    { outcome: 'taken' },
    { outcome: 'unknown' },
    { outcome: 'refused' },
  ])

  /** What is known of the borrower is read as it is told: it is kept nowhere else. */
  async function personOf({ client_id, loan_id }: CoreLoanRow, day: IsoDate): Promise<CoreEntry> {
    const { requestId } = await loans.own(client_id, loan_id)
    const request = await requests.find(requestId)
    const { surname, name, patronymic = null, birthDate = null } = request ? requests.facts(request) : {}
    if (!surname || !name) throw new CoreRefused('Данных заёмщика больше нет: внесите его в учёт сами')
    const { phone } = await auth.client(client_id)
    return { kind: 'person', id: client_id, surname, name, patronymic, birthDate, phone, on: day }
  }

  async function entryOf(row: CoreLoanRow, intent: IntentRow): Promise<CoreEntry> {
    const { id, kind, amount } = intent
    const { loan_id: loanId, client_id: clientId, contract } = row
    const on = intent.day as IsoDate
    switch (kind) {
      case 'person':
        return personOf(row, on)
      case 'opened': {
        const { loan } = await loans.own(clientId, loanId)
        const days = Math.max(1, daysBetween(loan.startDate, loan.schedule.at(-1)?.date ?? loan.startDate))
        return { kind, id, loanId, clientId, contract, amount, on, days }
      }
      case 'closed':
        return { kind, id, loanId }
      case 'uncharged':
      case 'undone':
        return { kind, id, loanId, of: intent.of ?? '', amount, on }
      default:
        return { kind, id, loanId, amount, on }
    }
  }

  /** One try. It is written down before the call: a server that dies in it leaves an entry the core is asked about. */
  async function attempt(row: CoreLoanRow, intent: IntentRow): Promise<boolean> {
    const { id, round } = intent
    const attempts = intent.attempts + 1
    const now = clock.now()
    const pause = pauses[Math.min(attempts, pauses.length) - 1] ?? hour
    await updateIntent(db, id, { attempts, last_at: now, due_at: new Date(now.getTime() + pause) })
    try {
      await core.carry(await entryOf(row, intent), { key: `${id}-${round}`, again: intent.attempts > 0 })
      await updateIntent(db, id, { state: 'done', fault: null })
      count({ outcome: 'taken' })
      return true
    } catch (error) {
      const refused = error instanceof CoreRefused
      count({ outcome: refused ? 'refused' : 'unknown' })
      if (refused) log.error({ loan: row.loan_id, entry: id }, 'the core refused an entry: it waits for a person')
      else log.warn({ err: error, loan: row.loan_id, entry: id }, 'the core gave no answer to an entry')
      const fault = refused ? error.message : 'нет ответа'
      await updateIntent(db, id, { fault, ...(refused && { state: 'refused' as const }) })
      return false
    }
  }

  /** The entries of a loan that are due, in their order, until one is not taken. */
  async function carry({ loanId }: { readonly loanId: string }): Promise<void> {
    const began = clock.now()
    const row = await leaseCoreLoan(db, loanId, began, new Date(began.getTime() + leaseMs))
    if (!row) return
    const ends = performance.now() + roundMs
    try {
      for (let taken = true; taken && performance.now() < ends; ) {
        const intent = await nextIntent(db, loanId)
        if (intent?.state !== 'waiting' || intent.due_at > clock.now()) return
        taken = await attempt(row, intent)
      }
    } finally {
      await updateCoreLoan(db, loanId, { leased_until: null })
    }
  }

  /** Sets to work on every loan whose next entry is due. */
  async function wake(): Promise<void> {
    for (const loanId of await busyLoans(db, clock.now(), looked)) await jobs.send(job, { loanId }, { onlyOne: loanId })
  }

  jobs.define<{ loanId: string }>(job, carry, { concurrency: loansAtOnce, retries: 0 })
  jobs.every('core.wake', 5000, wake)

  return { wake, carry }
}

/** An entry is sent again by a person. Throws `state_conflict` for one that is done. */
export function renewed({ state, round }: IntentRow, now: Date): Partial<IntentRow> {
  if (state === 'done') throw fail('state_conflict')
  // A core remembers what it refused under a key.
  return { state: 'waiting', round: state === 'refused' ? round + 1 : round, due_at: now }
}

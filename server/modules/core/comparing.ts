import type { IsoDate } from '#contract/dates.ts'
import type { Lender } from '#contract/lender.ts'
import { formatRoubles, kopecks } from '#contract/money.ts'
import { dateInZone, instantInZone } from '#contract/zones.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Core, CoreBalance } from '#server/providers/core/port.ts'
import type { Ledger } from '../ledger/index.ts'
import type { People } from '../people/index.ts'
import { owedBy } from './planning.ts'
import { type CoreLoanRow, loansToCompare, nextIntent, readCoreLoan, updateCoreLoan } from './store.ts'

interface Parts {
  readonly platform: Platform
  readonly core: Core
  readonly ledger: Pick<Ledger, 'postings'>
  readonly people: { readonly cases: Pick<People['cases'], 'open'> }
  readonly lender: Pick<Lender, 'zone'>
}

const hour = 3_600_000
/** By the lender's clock: the day before is closed by then. */
const comparesAfter = 4 * hour
const page = 100

/** Roubles of either sign: more may have been paid than is owed. */
const sum = (amount: number) => `${amount < 0 ? '−' : ''}${formatRoubles(kopecks(Math.abs(amount)))}`

/** Each night: what every loan owes here and in the core. A difference is a case for a person of the staff. */
export function createComparing({ platform, core, ledger, people, lender }: Parts) {
  const { clock, db, jobs, log } = platform

  const today = () => dateInZone(clock.now(), lender.zone)

  async function tell({ loan_id, client_id, contract }: CoreLoanRow, ours: number, theirs: CoreBalance | null) {
    const there = theirs ? sum(theirs.owed) : 'такого займа нет'
    const about = `договор ${contract}: у нас ${sum(ours)}, в учёте ${there}`
    await platform.transact((tx) =>
      people.cases.open(tx, {
        kind: 'coreDifference',
        clientId: client_id,
        // The same difference is one matter, however many nights it is seen.
        subject: `${loan_id} ${theirs ? theirs.owed - ours : 'none'}`,
        holds: false,
        data: { loan: loan_id, with: about },
      }),
    )
  }

  /** Null: it cannot be said now, entries are under way. */
  async function compare(row: CoreLoanRow): Promise<boolean | null> {
    if (await nextIntent(db, row.loan_id)) return null
    const theirs = await core.balance(row.loan_id)
    const ours = owedBy(await ledger.postings(row.loan_id))
    // Something may have happened to the loan between the two looks.
    const after = await readCoreLoan(db, row.loan_id)
    if (after?.taken !== row.taken) return null
    const equal = theirs?.owed === ours
    if (!equal) await tell(row, ours, theirs)
    const quiet = equal && row.closed && theirs.closed
    await updateCoreLoan(db, row.loan_id, { compared_on: today(), quiet, differs: !equal })
    return equal
  }

  /**
   * Every loan that was not compared today, one after another. Answers how many were looked at, and how many differ. Throws when the core does not
   * answer: the next look goes on from there.
   */
  async function compareAll(): Promise<{ compared: number; differ: number }> {
    const counts = { compared: 0, differ: 0 }
    const day: IsoDate = today()
    for (let after = ''; ; ) {
      const rows = await loansToCompare(db, day, after, page)
      for (const row of rows) {
        const equal = await compare(row)
        if (equal === null) continue
        counts.compared += 1
        if (!equal) counts.differ += 1
      }
      if (rows.length < page) break
      after = rows.at(-1)?.loan_id ?? after
    }
    if (counts.compared > 0) log.info(counts, 'the core was compared with the book')
    return counts
  }

  const itIsTime = () => clock.now().getTime() - instantInZone(today(), 0, lender.zone).getTime() >= comparesAfter

  jobs.every('core.compare', hour, async () => {
    if (itIsTime()) await compareAll()
  })

  return { compareAll }
}

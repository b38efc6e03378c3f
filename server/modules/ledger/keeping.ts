import { dateInZone, instantInZone } from '#contract/zones.ts'
import { merkleRoot } from './chain.ts'
import type { LedgerParts } from './service.ts'
import { bookedOn, insertDay, openDays } from './store.ts'
import { type ReadFollowed, verifyLedger } from './verification.ts'

interface Parts extends LedgerParts {
  readonly followed: ReadFollowed
}

const minute = 60_000
const everyHalfHour = 30 * minute
/** By the lender's clock: a day is closed at 03:30 of the next. */
export const closesAfter = 3.5 * 60 * minute

/** Closes the booking days that are over and reads the book against the calculation, at night. */
export function createBookKeeping({ platform, lender, followed }: Parts) {
  const { clock, db, jobs, log, metrics } = platform
  let faults = 0
  metrics.gauge(
    'ledger_faults',
    'Chains of the book that are not what the calculation says, by the last reading',
    async () => faults,
  )

  const today = () => dateInZone(clock.now(), lender.zone)
  const mayClose = () => clock.now().getTime() - instantInZone(today(), 0, lender.zone).getTime() >= closesAfter

  async function close(): Promise<void> {
    if (!mayClose()) return
    for (const day of await openDays(db, today()))
      await platform.transact(async (tx) => {
        const { hashes, debit } = await bookedOn(tx.db, day)
        const row = { day, postings: hashes.length, debit, root: merkleRoot(hashes), closed_at: clock.now() }
        if (!(await insertDay(tx.db, row))) return
        tx.journal({
          event: 'book.closeDay',
          actor: { kind: 'job', id: 'ledger' },
          subject: { kind: 'day', id: day },
          data: { postings: row.postings, debit, root: Buffer.from(row.root).toString('hex') },
        })
      })
  }

  async function verify(): Promise<void> {
    const verdict = await verifyLedger(db, lender.rules, followed)
    faults = verdict.ok ? 0 : 1
    if (verdict.ok) log.info({ chains: verdict.chains }, 'the book says what the calculation says')
    else log.error({ fault: verdict.fault }, 'the book is not what the calculation says')
  }

  jobs.every('book.close', everyHalfHour, close)
  jobs.every('book.verify', 24 * 60 * minute, verify)

  return { close, verify }
}

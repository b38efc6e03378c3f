import { sql } from 'kysely'
import { addDays } from '#contract/dates.ts'
import { dateInZone } from '#contract/zones.ts'
import { createBookKeeping } from '#server/modules/ledger/index.ts'
import { prolongationsBench } from '#server/modules/prolongations/prolongations-bench.ts'
import { migratedPostgres } from '#server/testing/fresh-postgres.ts'
import { demoLender } from '#server/testing/life.ts'
import { phoneOf } from '../drills/stored-requests.ts'
import type { Figure } from './figures.ts'
import { type Asking, growthOf, middling, type Office } from './growth.ts'
import { onDatabase, seconds } from './on-database.ts'
import { loanOf, storeLoans } from './stored-loans.ts'
import { factsOfPerson, storePeople } from './stored-people.ts'

const lender = demoLender()
const search = (text: string, { must }: Office) => must('POST', '/service/office/loans/search', { search: text })
const listed = (query: string, { must }: Office) => must('GET', `/service/office/loans${query}`)
const askings: Readonly<Record<string, Asking>> = {
  'loans, all': (office) => listed('', office),
  'loans, running': (office) => listed('?state=running', office),
  'loans, late 1 to 3 days': (office) => listed('?bucket=1-3', office),
  'loans, later than 90 days': (office) => listed('?bucket=90%2B', office),
  'loans by phone': (office, n) => search(phoneOf(middling(n, office.people)), office),
  'loans by surname': (office, n) => search(factsOfPerson(middling(n, office.people), office.people).surname, office),
  'loans by number': (office, n) => search(office.contracts[n % office.contracts.length] ?? '', office),
  'one loan': (office, n) => office.must('GET', `/service/office/loans/${loanOf(middling(n, office.people))}`),
}

/** What the office asks of loans, over two stored databases. */
export const growthOfLoans = (few: StoredLoans, many: StoredLoans): Promise<Figure[]> =>
  growthOf(few, many, askings, { rounds: 20, of: 'median' })

export interface StoredLoans {
  readonly url: string
  readonly people: number
  /** Numbers of some contracts. */
  readonly contracts: readonly string[]
}

/** So many people and as many loans in a database of their own; with the loans' book where a night goes over it. */
export async function storedLoans(server: string, people: number, books: boolean): Promise<StoredLoans> {
  const { url } = await migratedPostgres(server)
  await storePeople(url, people)
  const yesterday = addDays(dateInZone(new Date(), lender.zone), -1)
  return { url, people, ...(await storeLoans(url, lender, people, { through: yesterday, books })) }
}

/** What runs over loans each night: followed by the calculation, reminded, the book's day closed; and the book read against the calculation. */
export const night = ({ url, people }: StoredLoans): Promise<Figure[]> =>
  onDatabase(url, async (platform) => {
    const { loans } = prolongationsBench(platform)
    const keeping = createBookKeeping({ platform, lender, followed: loans.followed })
    const count = async (what: string) =>
      (await sql<{ count: number }>`select count(*)::int as count from ${sql.raw(what)}`.execute(platform.db)).rows[0]
        ?.count ?? 0
    const today = `'${loans.today()}'`
    const due = await count(`loan_desk where next_look <= ${today}`)
    const toTell = await count(`loan where state = 'running' and remind_on <= ${today}`)
    // The days before are closed as they were each night; only the last one is left to this one.
    const look = await seconds(loans.look)
    const remind = await seconds(loans.remind)
    const close = await seconds(keeping.close)
    const chains = await count('posting where number = 1')
    const verify = await seconds(keeping.verify)
    const parts = `${due} followed ${look.toFixed(1)} s, ${toTell} reminded ${remind.toFixed(1)} s, days closed ${close.toFixed(1)} s`
    process.stderr.write(`${parts}, ${chains} chains verified ${verify.toFixed(1)} s\n`)
    const scaled = people / 1_000_000
    return [
      {
        what: `a night over ${people} loans: ${due} followed, ${toTell} reminded, days closed`,
        unit: 's',
        ours: look + remind + close,
        budget: { atMost: 600 * scaled },
      },
      {
        what: `the book of ${chains} loans read against the calculation`,
        unit: 's',
        ours: verify,
        budget: { atMost: (600 * chains) / 1_000_000 },
      },
    ]
  })

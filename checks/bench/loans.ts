import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { addDays } from '#contract/dates.ts'
import { dateInZone } from '#contract/zones.ts'
import { createBookKeeping } from '#server/modules/ledger/index.ts'
import { prolongationsBench } from '#server/modules/prolongations/prolongations-bench.ts'
import { migratedPostgres } from '#server/testing/fresh-postgres.ts'
import { demoLender } from '#server/testing/life.ts'
import { appKey, phoneOf } from '../drills/stored-requests.ts'
import { withLooseLimits } from '../e2e/loose-limits.ts'
import { staffSession } from '../e2e/reviewer.ts'
import { runServer } from '../e2e/server.ts'
import { type Figure, median } from './figures.ts'
import { onDatabase, seconds } from './on-database.ts'
import { borrowerOf, loanOf, storeLoans } from './stored-loans.ts'
import { clientOf, commonness, factsOfPerson, storePeople } from './stored-people.ts'

const lender = demoLender()
const rounds = 20

interface Office {
  readonly people: number
  readonly contracts: readonly string[]
  readonly must: Awaited<ReturnType<typeof staffSession>>['must']
}

/** The nth person of a middling surname: as many share it however many are stored. */
function middling(n: number, people: number): number {
  for (let at = (n * 7919) % people; ; at = (at + 1) % people)
    if (Math.abs(commonness(at) - 0.5) < 0.1 && borrowerOf(at) === at) return at
}

const search = (text: string, { must }: Office) => must('POST', '/service/office/loans/search', { search: text })
const listed = (query: string, { must }: Office) => must('GET', `/service/office/loans${query}`)
const found = (text: string, { must }: Office) => must('POST', '/service/office/clients/search', { search: text })

type Asking = (office: Office, n: number) => Promise<unknown>

const loanAskings: Readonly<Record<string, Asking>> = {
  'loans, all': (office) => listed('', office),
  'loans, running': (office) => listed('?state=running', office),
  'loans, late 1 to 3 days': (office) => listed('?bucket=1-3', office),
  'loans, later than 90 days': (office) => listed('?bucket=90%2B', office),
  'loans by phone': (office, n) => search(phoneOf(middling(n, office.people)), office),
  'loans by surname': (office, n) => search(factsOfPerson(middling(n, office.people), office.people).surname, office),
  'loans by number': (office, n) => search(office.contracts[n % office.contracts.length] ?? '', office),
  'one loan': (office, n) => office.must('GET', `/service/office/loans/${loanOf(middling(n, office.people))}`),
}

const clientAskings: Readonly<Record<string, Asking>> = {
  'client by phone': (office, n) => found(phoneOf(middling(n, office.people)), office),
  'client by surname and name': (office, n) => {
    const { surname, name } = factsOfPerson(middling(n, office.people), office.people)
    return found(`${surname} ${name}`, office)
  },
  'client by passport': (office, n) =>
    found(factsOfPerson(middling(n, office.people), office.people).passportNumber, office),
  'card of a client': (office, n) =>
    office.must('POST', `/service/office/clients/${clientOf(middling(n, office.people))}/card`, { purpose: 'support' }),
}

/** What the office asks with few and with many stored, one after the other. */
async function growth(few: Office, many: Office, askings: Readonly<Record<string, Asking>>): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, ask] of Object.entries(askings)) {
    const times: [number[], number[]] = [[], []]
    for (let n = -5; n < rounds; n += 1)
      for (const [at, office] of [few, many].entries()) {
        const took = await seconds(() => ask(office, n + 5)).catch(async () => {
          // Beside other work the server may ask to come again.
          await sleep(2000)
          return seconds(() => ask(office, n + 5))
        })
        if (n >= 0) times[at as 0 | 1].push(took * 1000)
      }
    figures.push({
      what: `${name}, ${many.people} stored against ${few.people}`,
      unit: 'ms',
      floor: median(times[0]),
      ours: median(times[1]),
      budget: { atMost: 1.5 },
    })
  }
  return figures
}

/** The office over two stored databases. */
export async function growthOfOffice(few: StoredLoans, many: StoredLoans): Promise<Figure[]> {
  const servers = []
  try {
    const offices: Office[] = []
    for (const { url, people, contracts } of [few, many]) {
      const env = { DATABASE_URL: url, APP_KEY: appKey, TRUSTED_PROXIES: '127.0.0.1' }
      const server = await runServer({ lender: withLooseLimits, env })
      servers.push(server)
      offices.push({ people, contracts, must: (await staffSession(server.url)).must })
    }
    const [small, large] = offices as [Office, Office]
    return [
      ...(large.contracts.length > 0 ? await growth(small, large, loanAskings) : []),
      ...(await growth(small, large, clientAskings)),
    ]
  } finally {
    for (const server of servers) await server.stop()
  }
}

export interface StoredLoans {
  readonly url: string
  readonly people: number
  /** Numbers of some contracts; none: people without loans. */
  readonly contracts: readonly string[]
}

/** So many people and as many loans in a database of their own. */
export async function storedLoans(server: string, people: number): Promise<StoredLoans> {
  const { url } = await migratedPostgres(server)
  await storePeople(url, people)
  const yesterday = addDays(dateInZone(new Date(), lender.zone), -1)
  return { url, people, ...(await storeLoans(url, lender, people, yesterday)) }
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

import { setTimeout as sleep } from 'node:timers/promises'
import { appKey } from '../drills/stored-requests.ts'
import { withLooseLimits } from '../e2e/loose-limits.ts'
import { staffSession } from '../e2e/reviewer.ts'
import { runServer } from '../e2e/server.ts'
import { type Figure, median, percentile } from './figures.ts'
import type { StoredLoans } from './loans.ts'
import { seconds } from './on-database.ts'
import { borrowerOf } from './stored-loans.ts'
import { commonness } from './stored-people.ts'

/** Somebody of the staff at work over a stored database. */
export interface Office extends Pick<StoredLoans, 'people' | 'contracts'> {
  readonly must: Awaited<ReturnType<typeof staffSession>>['must']
}

/** The nth question of a kind. */
export type Asking = (office: Office, n: number) => Promise<unknown>

const untold = 5

interface Measured {
  readonly rounds: number
  /** The middle one of all answers, or the slowest of all but one in twenty. */
  readonly of: 'median' | 'p95'
}

/** A person of a middling surname, another one each time: as many share it however many are stored. */
export function middling(n: number, people: number): number {
  for (let at = (n * 7919) % people; ; at = (at + 1) % people)
    if (Math.abs(commonness(at) - 0.5) < 0.1 && borrowerOf(at) === at) return at
}

/** What the office asks with few and with many stored, one after the other. */
export async function growthOf(
  few: StoredLoans,
  many: StoredLoans,
  askings: Readonly<Record<string, Asking>>,
  { rounds, of }: Measured,
): Promise<Figure[]> {
  const servers: Awaited<ReturnType<typeof runServer>>[] = []
  const opened = async ({ url, ...stored }: StoredLoans): Promise<Office> => {
    const env = { DATABASE_URL: url, APP_KEY: appKey, TRUSTED_PROXIES: '127.0.0.1' }
    const server = await runServer({ lender: withLooseLimits, env })
    servers.push(server)
    return { ...stored, must: (await staffSession(server.url)).must }
  }
  try {
    const offices = [await opened(few), await opened(many)]
    const figures: Figure[] = []
    for (const [name, ask] of Object.entries(askings)) {
      const times: [number[], number[]] = [[], []]
      for (let n = -untold; n < rounds; n += 1)
        for (const [at, office] of offices.entries()) {
          const took = await seconds(() => ask(office, n + untold)).catch(async () => {
            // Beside other work the server may ask to come again.
            await sleep(2000)
            return seconds(() => ask(office, n + untold))
          })
          if (n >= 0) times[at as 0 | 1].push(took * 1000)
        }
      const middles = times.map((answers) => `${median(answers).toFixed(1)} ms`)
      process.stderr.write(`${name}: ${middles.join(' and ')} in the middle\n`)
      const said = (answers: readonly number[]) => (of === 'p95' ? percentile(answers, 0.95) : median(answers))
      figures.push({
        what: `${name}${of === 'p95' ? ', p95' : ''}, ${many.people} stored against ${few.people}`,
        unit: 'ms',
        floor: said(times[0]),
        ours: said(times[1]),
        budget: { atMost: 1.5 },
      })
    }
    return figures
  } finally {
    for (const server of servers) await server.stop()
  }
}

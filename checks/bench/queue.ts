import { phoneOf, surnameOf } from '../drills/stored-requests.ts'
import { type Asking, askQueue, staffSession } from '../e2e/reviewer.ts'
import { type Figure, median } from './figures.ts'
import type { Stocked } from './poll.ts'

const rounds = 60

const askings: Readonly<Record<string, (n: number, stored: number) => Asking>> = {
  'queue, waiting': () => ({ tab: 'queued' }),
  'queue, all': () => ({ tab: 'all' }),
  'search by phone': (n, stored) => ({ tab: 'all', search: phoneOf((n * 7919) % stored) }),
  'search by surname': (n, stored) => ({ tab: 'all', search: surnameOf(n * 7919, stored) }),
}

/** What a reviewer asks, with few and with many requests stored, one after the other. */
export async function growthOfQueue(few: Stocked, many: Stocked): Promise<Figure[]> {
  const offices = await Promise.all(
    [few, many].map(async ({ server, stored }) => ({ stored, session: await staffSession(server.url) })),
  )
  const figures: Figure[] = []
  for (const [name, asking] of Object.entries(askings)) {
    const times: [number[], number[]] = [[], []]
    for (let n = -5; n < rounds; n += 1) {
      for (const [at, { session, stored }] of offices.entries()) {
        const asked = performance.now()
        await askQueue(session, asking(n + 5, stored))
        if (n >= 0) times[at as 0 | 1].push(performance.now() - asked)
      }
    }
    figures.push({
      what: `${name}, ${many.stored} stored against ${few.stored}`,
      unit: 'ms',
      floor: median(times[0]),
      ours: median(times[1]),
      budget: { atMost: 1.5 },
    })
  }
  return figures
}

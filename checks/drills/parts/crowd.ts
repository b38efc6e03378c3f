import { seeded } from '../random.ts'
import { openWalker } from '../walker.ts'
import { addressOf } from './ground.ts'

interface Asked {
  readonly people: number
  /** Of the first; the others follow. */
  readonly phones: number
  readonly seed: number
}

/** Borrowers who sign up one after another and go on whatever happens to the server, which is to trust us with their addresses. */
export async function openCrowd(url: string, { people, phones, seed }: Asked) {
  const walkers = Array.from({ length: people }, (_, n) =>
    openWalker(url, String(phones + n), seeded(seed + n), undefined, addressOf(n)),
  )
  let going = true
  let walks: Promise<void>[] = []
  const sum = (of: (walker: (typeof walkers)[number]) => number) => walkers.reduce((all, each) => all + of(each), 0)
  const leave = () => {
    going = false
    for (const walker of walkers) walker.close()
  }
  for (const walker of walkers) await walker.signUp()

  return {
    walkers,
    /** They fill, saving each step so many times; those before `from` stay where they are. */
    begin(draftsEach: number, from = 0): void {
      walks = walkers.slice(from).map((walker) => walker.walk(draftsEach, () => going))
      for (const walk of walks) walk.catch(() => undefined)
    },
    /** Goes straight to the end from here. */
    async finish(): Promise<void> {
      going = false
      await Promise.all(walks)
    },
    leave,
    /** Asks no more; what was under way comes to its end. */
    async halt(): Promise<void> {
      leave()
      await Promise.allSettled(walks)
    },
    /** What was acknowledged and is not there. */
    lost: async (): Promise<string[]> => (await Promise.all(walkers.map((walker) => walker.lost()))).flat(),
    /** What the walkers see done twice, once they have halted or finished. */
    async doubled(): Promise<number> {
      return (await Promise.all(walkers.map((walker) => walker.doubled()))).reduce((all, n) => all + n, 0)
    },
    acknowledged: () => sum((walker) => walker.acknowledged()),
    retries: () => sum((walker) => walker.retries()),
    /** Answers 5xx but for 503. */
    failures: () => sum((walker) => walker.failures()),
  }
}

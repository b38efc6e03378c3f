import { setTimeout as sleep } from 'node:timers/promises'
import type { JournalEntry } from '#contract/journal.ts'
import { openPostgres } from '#server/platform/database-postgres.ts'
import { numberEvents, openFeed, writeEvents } from '#server/platform/feed.ts'
import type { Tx } from '#server/platform/transaction.ts'

/** `write N COUNT`: writes events of ten subjects of its own and numbers them; `follow SEQ`: prints what comes after a cursor; `number`. */
const [what, first = '0', second = '0'] = process.argv.slice(2)
const database = await openPostgres(process.env.DATABASE_URL ?? '')
const clock = { now: () => new Date() }
const numbering = {
  db: database.db,
  // The numbering asks for nothing else of a transaction.
  transact: <T>(body: (tx: Tx) => Promise<T>) =>
    database.db.transaction().execute((db) => body({ db } as unknown as Tx)),
}

const subjects = 10

const entryOf = (subject: number, amount: number): JournalEntry => ({
  event: 'loan.partReturn',
  actor: { kind: 'job', id: 'drill' },
  subject: { kind: 'loan', id: `w${first}-${subject}` },
  data: { day: '2026-03-02', amount, principal: amount },
})

async function write(count: number): Promise<void> {
  const each = count / subjects
  let going = true
  const lines = Array.from({ length: 4 }, async (_, line) => {
    for (let subject = line; subject < subjects; subject += 4) {
      // A few entries in one transaction, as a change of a request has.
      for (let n = 1; n <= each; n += 4) {
        const entries = [n, n + 1, n + 2, n + 3].filter((amount) => amount <= each)
        await database.db.transaction().execute((tx) =>
          writeEvents(
            tx,
            entries.map((amount) => entryOf(subject, amount)),
            clock,
          ),
        )
      }
    }
  })
  const number = async () => {
    while (going) {
      await numberEvents(numbering)
      await sleep(10)
    }
  }
  const numbered = number()
  await Promise.all(lines)
  going = false
  await numbered
}

async function follow(from: number): Promise<void> {
  const feed = openFeed(database.db)
  for (let cursor = from; ; ) {
    const { last } = await feed.bounds()
    const found = await feed.after(cursor, 1000, undefined, last)
    const lines = found.map(({ seq, subject, data }) => `${seq} ${subject} ${Number(data.amount ?? data.n)}.\n`)
    if (lines.length > 0) process.stdout.write(lines.join(''))
    else await sleep(20)
    cursor = found.at(-1)?.seq ?? cursor
  }
}

if (what === 'follow') await follow(Number(first))
if (what === 'write') await write(Number(second))
if (what === 'number') await numberEvents(numbering)
await database.close()

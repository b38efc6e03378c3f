import { forgetEvents, numberEvents, openFeed } from '#server/platform/feed.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'

/** Readers that were away for less than this miss nothing. */
const keptDays = 100
const day = 86_400_000

/** The event feed: what has committed is numbered, what is old is forgotten. */
export function createEvents(platform: Platform) {
  const { db, clock, config, metrics } = platform
  const feed = openFeed(db)
  metrics.gauge('events_unnumbered', 'Events that readers cannot see yet', () => feed.unnumbered())

  return {
    feed,
    /** `source` of every event: this product. */
    source: config.publicUrl,
    /** The number of the last event by now. */
    last: async (tx: Tx) => (await openFeed(tx.db).bounds()).last,
    number: () => numberEvents(platform),
    sweep: () => forgetEvents(db, new Date(clock.now().getTime() - keptDays * day)),
  }
}

export type Events = ReturnType<typeof createEvents>

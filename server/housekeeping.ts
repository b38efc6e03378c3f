import type { Platform } from '#server/platform/platform.ts'
import { sweepIdempotency } from './platform/idempotency.ts'
import { sealJournal } from './platform/journal/seals.ts'

interface Sweeping<Said = void> {
  sweep(): Promise<Said>
}

interface Swept {
  readonly retention: Sweeping<object>
  readonly handovers: Sweeping
  readonly evidence: Sweeping
  readonly calling: Sweeping
  readonly passkeys: Sweeping
  readonly identity: Sweeping
  readonly machines: Sweeping
  readonly events: Sweeping & { number(): Promise<number> }
  readonly webhooks: Sweeping & { wake(): Promise<void> }
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** What is thrown away when its time has come, by jobs of every server. */
export function keepHouse(
  platform: Platform,
  { retention, handovers, evidence, calling, passkeys, identity, machines, events, webhooks }: Swept,
): void {
  const { jobs, log, rate, sums } = platform
  jobs.every('retention', day, async () => log.info(await retention.sweep(), 'what its time had come for is gone'))
  jobs.every('idempotency', day, () => sweepIdempotency(platform))
  jobs.every('handovers', day, handovers.sweep)
  jobs.every('evidence', hour, evidence.sweep)
  jobs.every('calling', day, calling.sweep)
  jobs.every('passkeys', hour, passkeys.sweep)
  jobs.every('identity', hour, identity.sweep)
  jobs.every('machines', hour, machines.sweep)
  jobs.every('events', day, events.sweep)
  jobs.every('events.number', 2000, async () => {
    await events.number()
    await webhooks.wake()
  })
  jobs.every('webhooks', day, webhooks.sweep)
  jobs.every('rates', hour, () => rate.sweep())
  jobs.every('journal.sums', minute, () => sums.write())
  jobs.every('journal.seal', minute, () => sealJournal(platform))
}

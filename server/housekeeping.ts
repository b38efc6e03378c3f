import type { Platform } from '#server/platform/platform.ts'
import { sweepIdempotency } from './platform/idempotency.ts'

interface Sweeping<Said = void> {
  sweep(): Promise<Said>
}

interface Swept {
  readonly retention: Sweeping<object>
  readonly handovers: Sweeping
  readonly evidence: Sweeping
  readonly calling: Sweeping
  readonly passkeys: Sweeping
}

const day = 24 * 3600_000

/** What is thrown away when its time has come, by jobs of every server. */
export function keepHouse(platform: Platform, { retention, handovers, evidence, calling, passkeys }: Swept): void {
  const { jobs, log, rate } = platform
  jobs.every('retention', day, async () => log.info(await retention.sweep(), 'what its time had come for is gone'))
  jobs.every('idempotency', day, () => sweepIdempotency(platform))
  jobs.every('handovers', day, handovers.sweep)
  jobs.every('evidence', day / 24, evidence.sweep)
  jobs.every('calling', day, calling.sweep)
  jobs.every('passkeys', day, passkeys.sweep)
  jobs.every('rates', day, () => rate.sweep())
}

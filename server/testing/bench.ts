import { after, afterEach, describe } from 'node:test'
import { type TestClock, testClock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import { openPostgres } from '#server/platform/database-postgres.ts'
import { openLog } from '#server/platform/log.ts'
import { openPlatform, type Platform, type PlatformOverrides } from '#server/platform/platform.ts'
import { openFromTemplate } from './embedded-template.ts'
import { emptyDatabase, testConfig } from './empty.ts'
import { migratedPostgres } from './fresh-postgres.ts'
import { type TestJobs, testJobs } from './jobs.ts'

export { emptyDatabase, testConfig }

/** A platform whose time and jobs the test moves by hand. */
export interface TestPlatform extends Platform {
  clock: TestClock
  jobs: TestJobs
  /** Everything the log would have printed. */
  lines: string[]
}

export type OpenBench = (overrides?: BenchOverrides) => Promise<TestPlatform>

export interface BenchOverrides extends Omit<PlatformOverrides, 'clock' | 'jobs'> {
  clock?: TestClock
  /** Changes to the demo's configuration. */
  config?: Partial<Config>
}

interface Bench {
  database: Database
  drop(): Promise<void>
}

let embedded: Promise<Database> | undefined

/** One embedded database a process; tests take turns with it. */
async function embeddedBench(): Promise<Bench> {
  embedded ??= openFromTemplate()
  return { database: await embedded, drop: async () => {} }
}

// Closed at the very end: its idle timer would keep the process alive for ten seconds.
after(async () => {
  await (await embedded)?.close()
})

async function postgresBench(server: string): Promise<Bench> {
  const { url, drop } = await migratedPostgres(server)
  // Fifty callers at once on a busy machine are what a test is about, not how long they wait.
  const database = await openPostgres(url, { waitMs: 60_000 })
  return {
    database,
    async drop() {
      await database.close()
      await drop()
    },
  }
}

async function openBench(database: Database, overrides: BenchOverrides = {}): Promise<TestPlatform> {
  await emptyDatabase(database)
  const { config, clock = testClock(), ...rest } = overrides
  const jobs = testJobs(clock)
  const lines: string[] = []
  const log = openLog({ clock, level: 'debug', write: (line) => void lines.push(line) })
  const platform = await openPlatform(testConfig(config), { database, log, ...rest, clock, jobs })
  return { ...platform, clock, jobs, lines }
}

function suite(name: string, make: () => Promise<Bench>, body: (open: OpenBench) => void): void {
  describe(name, () => {
    let bench: Promise<Bench> | undefined
    const opened: TestPlatform[] = []
    afterEach(async () => {
      for (const platform of opened.splice(0)) await platform.close()
    })
    after(async () => {
      await (await bench)?.drop()
    })
    body(async (overrides) => {
      bench ??= make()
      const platform = await openBench((await bench).database, overrides)
      opened.push(platform)
      return platform
    })
  })
}

/**
 * Runs a suite on the embedded database, and on PostgreSQL when TEST_DATABASE_URL names a server (else it is skipped,
 * and said so). `open()` at the start of each test gives a platform over empty, migrated tables.
 */
export function onBothDatabases(name: string, body: (open: OpenBench) => void): void {
  suite(`${name} (embedded)`, embeddedBench, body)
  const server = process.env.TEST_DATABASE_URL
  if (server) suite(`${name} (PostgreSQL)`, () => postgresBench(server), body)
  else describe(`${name} (PostgreSQL)`, { skip: 'TEST_DATABASE_URL is not set' }, () => {})
}

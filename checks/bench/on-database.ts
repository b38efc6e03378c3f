import { systemClock, testClock } from '#server/platform/clock.ts'
import { openPostgres } from '#server/platform/database-postgres.ts'
import { openLog } from '#server/platform/log.ts'
import { openPlatform } from '#server/platform/platform.ts'
import type { TestPlatform } from '#server/testing/bench.ts'
import { testConfig } from '#server/testing/empty.ts'
import { testJobs } from '#server/testing/jobs.ts'

/** The modules' ground over a stored database, with jobs that run when they are called. */
export async function onDatabase<T>(url: string, work: (platform: TestPlatform) => Promise<T>): Promise<T> {
  const database = await openPostgres(url)
  const clock = testClock(systemClock.now())
  const jobs = testJobs(clock)
  const lines: string[] = []
  const log = openLog({ clock, level: 'error', write: (line) => void lines.push(line) })
  const opened = await openPlatform(testConfig(), { database, log, clock, jobs })
  try {
    return await work({ ...opened, clock, jobs, lines })
  } finally {
    await opened.close()
    await database.close()
    if (lines.length > 0) process.stderr.write(`${lines.length} errors were logged, the first: ${lines[0]}\n`)
  }
}

/** Seconds a work takes. */
export async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

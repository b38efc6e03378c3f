import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { runServer } from '../e2e/server.ts'
import type { Figure } from './figures.ts'
import { memoryOf } from './memory.ts'

/** Minutes nobody comes before it is measured, IDLE for fewer; then a minute is. */
const resting = Number(process.env.IDLE ?? 5)
const measuredMs = 60_000
/** Of the kernel's clock in /proc. */
const ticksASecond = 100

/** Seconds of processor time a process has had: what else the machine does is not in it. */
function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return ((user ?? 0) + (system ?? 0)) / ticksASecond
}

/** The very first start, which makes its database: its memory, and what it costs when nobody comes. */
export async function idle(): Promise<Figure[]> {
  const server = await runServer({ emptyStart: true })
  try {
    const memory = await memoryOf(server.url)
    await sleep(resting * 60_000)
    const pid = server.pid() ?? 0
    const before = processorSeconds(pid)
    await sleep(measuredMs)
    const spent = processorSeconds(pid) - before
    return [
      { what: 'memory of a first start, embedded', unit: 'MB', ours: memory, budget: { atMost: 400 } },
      {
        what: `idle server, embedded, after ${resting} minutes, of a core`,
        unit: '%',
        ours: (spent * 100_000) / measuredMs,
        budget: { atMost: 0.5 },
      },
    ]
  } finally {
    await server.stop()
  }
}

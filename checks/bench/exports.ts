import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { appKey } from '../drills/stored-requests.ts'
import { type Figure, median } from './figures.ts'
import type { LoadOutcome, LoadTask } from './load.ts'
import { ask, type Stocked, sessionCookie } from './poll.ts'
import { outcomeOf } from './program.ts'

const program = fileURLToPath(new URL('../../server/zayavka.ts', import.meta.url))

/** `npm run export` of everything there is, as an operator runs it. */
function startExport(database: string, folder: string) {
  const child = spawn('node', [program, 'export', '--since', '2000-01-01', '--to', folder], {
    env: { ...process.env, DATABASE_URL: database, APP_KEY: appKey, DATA_DIR: join(folder, '..') },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let over = false
  const ended = new Promise<number | null>((resolve) =>
    child.once('exit', (code) => {
      over = true
      resolve(code)
    }),
  )
  return { ended, over: () => over }
}

/** Clients of a loaded server ask for their requests, without and with an export of everything beside it on the same machine. */
export async function exportBeside({ server, database, stored }: Stocked): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'zayavka-bench-'))
  const cookies = Array.from({ length: Math.min(stored, 20_000) }, (_, n) => sessionCookie(n))
  // Some 300 questions a second: of ten thousand who wait, each asks every 30 s.
  const task: LoadTask = { ...ask, url: server.url, cookies, connections: 8, pauseMs: 25, seconds: 4 }
  let from = 0
  const p95 = async () => {
    from += 5000
    const { p95Ms, failed } = await outcomeOf<LoadOutcome>('load.ts', { ...task, from })
    if (failed > 0) throw new Error(`${failed} polls were refused`)
    return p95Ms
  }
  try {
    await p95()
    const alone = [await p95(), await p95(), await p95()]
    const began = performance.now()
    const exporting = startExport(database, join(folder, 'out'))
    const beside: number[] = []
    while (!exporting.over()) beside.push(await p95())
    if ((await exporting.ended) !== 0) throw new Error('the export failed')
    const seconds = (performance.now() - began) / 1000
    const { tables } = JSON.parse(readFileSync(join(folder, 'out', 'manifest.json'), 'utf8')) as {
      tables: { table: string; rows: number }[]
    }
    const rows = tables.find(({ table }) => table === 'requests')?.rows
    if (rows !== stored) throw new Error(`${rows} of ${stored} requests were exported`)
    return [
      {
        what: `p95 of a poll beside an export of ${stored} requests, against without`,
        unit: 'ms',
        floor: median(alone),
        // The last was asked when the export had ended.
        ours: median(beside.slice(0, -1)),
        budget: { atMost: 2 },
      },
      {
        what: `export of ${stored} requests beside a loaded server`,
        unit: 's',
        ours: seconds,
        budget: { atMost: 900 },
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

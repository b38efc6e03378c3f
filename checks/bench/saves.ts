import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answers, openClient, revisionAfter } from '../e2e/client.ts'
import { type Running, runServer } from '../e2e/server.ts'
import { type Figure, median } from './figures.ts'
import { startFloor } from './program.ts'

/** The first of them run before anything is compiled: they are not counted. */
const times = { all: 600, warm: 200 }

async function took(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/**
 * One person saves the passport's step again and again, against the same calls to a bare `node:http` that does the bare transaction with
 * the same writes.
 */
export async function stepSave(server: Running, database: string | null): Promise<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'zayavka-bench-'))
  const floor = await startFloor({ kind: 'save', database, folder: join(folder, 'database') })
  const client = openClient(server.url)
  const bareClient = openClient(floor.url)
  await client.signUp('9160000077')
  const { _id: id } = await client.create()
  await client.fill(id, {}, 9)
  for (const [name, value] of client.jar) bareClient.jar.set(name, value)
  let revision = 0
  const [bare, ours]: [number[], number[]] = [[], []]
  try {
    for (let n = 0; n < times.all; n += 1) {
      const path = `/service/requests/${id}/steps/9`
      const body = { revision, raw: { ...answers[9], departmentCode: n % 2 ? '770-001' : '770-002' } }
      bare.push(await took(() => bareClient.must('PUT', path, body)))
      const saved = took(async () => {
        revision = revisionAfter(await client.must('PUT', path, body), 9)
      })
      ours.push(await saved)
    }
  } finally {
    await floor.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return {
    what: `step save, ${database ? 'PostgreSQL' : 'embedded'}`,
    unit: 'ms',
    floor: median(bare.slice(times.warm)),
    ours: median(ours.slice(times.warm)),
    budget: { atMost: 2 },
  }
}

/** The second start on the same data, until ready. */
export async function secondStart(): Promise<Figure> {
  const server = await runServer()
  try {
    const seconds: number[] = []
    for (let n = 0; n < 3; n += 1) {
      await server.kill()
      seconds.push((await server.restart()) / 1000)
    }
    return { what: 'start to ready, second start, embedded', unit: 's', ours: median(seconds), budget: { atMost: 3 } }
  } finally {
    await server.stop()
  }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTus } from '../capture/tus.ts'
import { openClient } from '../e2e/client.ts'
import { evidenceAnswers, inventedVideo, pagePhoto } from '../e2e/evidence.ts'
import { type Running, runServer } from '../e2e/server.ts'
import { type Figure, median } from './figures.ts'
import { startFloor } from './program.ts'

async function metric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const line = text.split('\n').find((each) => each.startsWith(name) && !each.startsWith('#'))
  if (!line) throw new Error(`no metric ${name}`)
  return Number(line.split(' ').at(-1))
}

export const memoryOf = async (url: string) => (await metric(url, 'process_resident_memory_bytes')) / 1e6

const phone = (n: number) => `916000${String(1000 + n)}`

/** A whole request filled, signed and sent: photos, video, documents made. */
async function walk(url: string, n: number): Promise<void> {
  const client = openClient(url)
  await client.signUp(phone(n))
  const { _id } = await client.create()
  await client.fill(_id)
  await client.sign(_id, 'application')
}

/** Of a server that has been set up: the very first start makes the database, and what that took goes later. */
export async function memoryAfterWalk(name: string, env: Record<string, string>, most: number): Promise<Figure> {
  const server = await runServer({ env })
  try {
    await server.end()
    await server.restart()
    await walk(server.url, 1)
    return {
      what: `memory after the whole walk, ${name}`,
      unit: 'MB',
      ours: await memoryOf(server.url),
      budget: { atMost: most },
    }
  } finally {
    await server.stop()
  }
}

/** Twenty photos come and twenty applications are made into documents, at once. */
export async function eventLoopDelay(server: Running): Promise<Figure> {
  const clients: { client: ReturnType<typeof openClient>; id: string; filled: boolean }[] = []
  for (let n = 0; n < 20; n += 1) {
    const client = openClient(server.url, { 'x-forwarded-for': `10.9.0.${n + 1}` })
    await client.signUp(phone(100 + n))
    const { _id: id } = await client.create()
    const filled = n < 5
    await client.fill(id, {}, filled ? undefined : 28)
    clients.push({ client, id, filled })
  }
  await metric(server.url, 'nodejs_eventloop_lag_p99_seconds')
  const uploads = clients.flatMap(({ client, id, filled }) =>
    filled ? [] : evidenceAnswers(server.url, client, id, 28),
  )
  const papers = clients.flatMap(({ client, id, filled }) => (filled ? client.sign(id, 'application') : []))
  await Promise.all([...uploads, ...papers])
  const seconds = await metric(server.url, 'nodejs_eventloop_lag_p99_seconds')
  return {
    what: 'event-loop delay p99, 15 uploads and 20 documents at once',
    unit: 'ms',
    ours: seconds * 1000,
    budget: { atMost: 50 },
  }
}

const bigFile = 38 * 1024 * 1024

/** A large video through tus against a plain copy of the body into a file by bare `node:http`, in turn. */
export async function largeUpload(server: Running): Promise<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'zayavka-bench-'))
  const floor = await startFloor({ kind: 'copy', folder })
  const client = openClient(server.url)
  await client.signUp('9160000088')
  const { _id: request } = await client.create()
  await client.fill(request, {}, 31)
  const bytes = Buffer.concat([inventedVideo(5), Buffer.alloc(bigFile)])
  const tus = openTus(server.url, client)
  const [bare, ours]: [number[], number[]] = [[], []]
  try {
    for (let n = 0; n < 5; n += 1) {
      const { id: digits } = await client.must<{ id: string }>('POST', `/service/requests/${request}/digits`)
      const before = performance.now()
      await fetch(`${floor.url}/`, { method: 'POST', body: bytes })
      const between = performance.now()
      const { id, answer } = await tus.announce({ request, step: 31, bytes, digits })
      if (answer.status !== 201) throw new Error(`the upload was refused: ${answer.status} ${await answer.text()}`)
      const { status } = await tus.patch(id, 0, bytes)
      if (status !== 204) throw new Error(`the upload answered ${status}`)
      const after = performance.now()
      await tus.drop(id)
      const mb = bytes.length / 1e6
      bare.push((mb / (between - before)) * 1000)
      ours.push((mb / (after - between)) * 1000)
    }
  } finally {
    await floor.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return {
    what: 'upload of 40 MB by tus',
    unit: 'MB/s',
    floor: median(bare),
    ours: median(ours),
    budget: { atLeast: 0.5 },
  }
}

/** The photo is drawn before anything is timed. */
export const warmUp = () => pagePhoto()

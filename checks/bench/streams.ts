import { connect, type Socket } from 'node:net'
import pg from 'pg'
import { type Figure, percentile } from './figures.ts'
import { memoryOf } from './memory.ts'
import { type Stocked, sessionCookie } from './poll.ts'

const streams = 5000
const tabs = 6

interface Stream {
  readonly socket: Socket
  /** Milliseconds since start when a change was heard. */
  heard: number | null
}

function open(url: URL, client: number): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname, () =>
      socket.write(`GET /service/live HTTP/1.1\r\nhost: ${url.host}\r\ncookie: ${sessionCookie(client)}\r\n\r\n`),
    )
    const stream: Stream = { socket, heard: null }
    socket.once('error', reject)
    socket.on('data', (bytes: Buffer) => {
      const text = bytes.toString('latin1')
      if (text.includes('event: request')) stream.heard = performance.now()
      if (text.startsWith('HTTP/1.1 200')) resolve(stream)
      else if (text.startsWith('HTTP/1.1')) reject(new Error(text.slice(0, 80)))
    })
  })
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Thousands of screens listen and nothing happens; then one client's request changes and all of that client's tabs hear it. */
export async function liveStreams({ server, database }: Stocked): Promise<Figure[]> {
  const url = new URL(server.url)
  const open5000: Stream[] = []
  for (let n = 0; n < streams; n += 50)
    open5000.push(...(await Promise.all(Array.from({ length: 50 }, (_, at) => open(url, Math.floor((n + at) / tabs))))))
  await pause(2000)
  const memory = await memoryOf(server.url)
  const writer = new pg.Client({ connectionString: database })
  await writer.connect()
  const waits: number[] = []
  for (let client = 0; client < 100; client += 1) {
    const id = `00000000-0000-4000-8000-${String(client).padStart(12, '0')}`
    const told = performance.now()
    await writer.query("select pg_notify('request_changed', $1)", [`${id} ${id}`])
    await pause(30)
    const mine = open5000.slice(client * tabs, client * tabs + tabs)
    waits.push(Math.max(...mine.map(({ heard }) => (heard === null ? 1000 : heard - told))))
  }
  await writer.end()
  for (const { socket } of open5000) socket.destroy()
  return [
    { what: `${streams} idle live streams, memory of the server`, unit: 'MB', ours: memory, budget: { atMost: 400 } },
    {
      what: 'a change reaches all tabs of its client, p99',
      unit: 'ms',
      ours: percentile(waits, 0.99),
      budget: { atMost: 100 },
    },
  ]
}

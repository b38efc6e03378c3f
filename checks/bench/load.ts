// A second process that asks one server over kept connections, as fast as it answers unless told. Prints requests a second and times.
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { percentile } from './figures.ts'

/** What is asked: `cookies` are taken in turn, so that many clients ask. */
export interface LoadTask {
  readonly url: string
  readonly method: string
  readonly path: string
  readonly body?: string
  readonly cookies: readonly string[]
  readonly connections: number
  readonly seconds: number
  /** Between an answer and the next question of the same connection, ms. */
  readonly pauseMs?: number
  /** Of the first cookie asked with, so that rounds do not repeat each other. */
  readonly from?: number
}

export interface LoadOutcome {
  readonly perSecond: number
  readonly failed: number
  /** So long took 95 of a hundred answers at most, ms. */
  readonly p95Ms: number
}

const task = JSON.parse(readFileSync(0, 'utf8')) as LoadTask
const { hostname, port, origin } = new URL(task.url)
let asked = task.from ?? 0
let answered = 0
let failed = 0
let over = false
const times: number[] = []

function nextRequest(): string {
  const cookie = task.cookies[asked % Math.max(1, task.cookies.length)] ?? ''
  asked += 1
  const body = task.body ?? ''
  return [
    `${task.method} ${task.path} HTTP/1.1`,
    `host: ${hostname}:${port}`,
    `origin: ${origin}`,
    `cookie: ${cookie}`,
    ...(body ? ['content-type: application/json', `content-length: ${body.length}`] : []),
    '',
    body,
  ].join('\r\n')
}

/** One connection: the next request goes out when the answer to the last is whole. */
function keepAsking(): Promise<void> {
  return new Promise((resolve, reject) => {
    let askedAt = 0
    const ask = () => {
      askedAt = performance.now()
      socket.write(nextRequest())
    }
    const socket = connect(Number(port), hostname, ask)
    let kept = ''
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      kept += text
      const end = kept.indexOf('\r\n\r\n')
      if (end < 0) return
      const length = Number(/content-length: (\d+)/i.exec(kept.slice(0, end))?.[1] ?? 0)
      if (kept.length < end + 4 + length) return
      if (kept.startsWith('HTTP/1.1 2')) answered += 1
      else failed += 1
      times.push(performance.now() - askedAt)
      kept = ''
      if (over) {
        socket.end()
        resolve()
      } else if (task.pauseMs) setTimeout(ask, task.pauseMs)
      else ask()
    })
    socket.once('error', reject)
  })
}

const started = performance.now()
setTimeout(() => {
  over = true
}, task.seconds * 1000)
await Promise.all(Array.from({ length: task.connections }, keepAsking))
const seconds = (performance.now() - started) / 1000
const outcome: LoadOutcome = { perSecond: answered / seconds, failed, p95Ms: percentile(times, 0.95) }
process.stdout.write(JSON.stringify(outcome))

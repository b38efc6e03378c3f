// Callers in a process of their own, so that they do not take the time of the server or of who measures. Told by a message what to ask,
// answers by a message what came of it.
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface Press {
  readonly url: string
  readonly path: string
  readonly cookie: string
  readonly callers: number
  readonly ms: number
  /** Answers of the first so many ms are not counted: a burst is served otherwise than a standing line. */
  readonly after: number
}

export interface Pressed {
  /** Milliseconds of the calls that were answered, in order of size. */
  readonly done: readonly number[]
  /** The same of those that heard 503 with Retry-After. */
  readonly turnedAway: readonly number[]
  /** Any other answer. */
  readonly other: readonly string[]
}

interface Answer {
  readonly status: number
  readonly retries: boolean
}

/** One kept connection, one call at a time. */
function openCaller({ url, path, cookie }: Press): { ask(): Promise<Answer>; end(): void } {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname).setEncoding('latin1').setNoDelay()
  const request = `GET ${path} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\n\r\n`
  let kept = ''
  let told: ((answer: Answer) => void) | undefined
  let broken: ((error: Error) => void) | undefined
  let gone = false
  socket.on('data', (text: string) => {
    kept += text
    const end = kept.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = kept.slice(0, end).toLowerCase()
    const length = Number(/\r\ncontent-length: (\d+)/.exec(head)?.[1] ?? 0)
    if (kept.length < end + 4 + length) return
    kept = ''
    told?.({ status: Number(head.slice(9, 12)), retries: head.includes('\r\nretry-after:') })
  })
  socket.on('error', (error) => broken?.(error))
  socket.on('close', () => {
    gone = true
    broken?.(new Error('the connection was closed'))
  })
  return {
    ask: () =>
      new Promise((resolve, reject) => {
        told = resolve
        broken = reject
        if (gone) reject(new Error('the connection was closed'))
        else socket.write(request)
      }),
    end: () => void socket.destroy(),
  }
}

async function pressed(task: Press): Promise<Pressed> {
  const done: number[] = []
  const turnedAway: number[] = []
  const other: string[] = []
  const started = performance.now()
  const live = async () => {
    const caller = openCaller(task)
    while (performance.now() - started < task.ms) {
      const at = performance.now()
      const { status, retries } = await caller.ask().catch((error: Error) => {
        other.push(error.message)
        return { status: 0, retries: false }
      })
      if (status === 0) break
      const took = performance.now() - at
      const list = status === 200 ? done : status === 503 && retries ? turnedAway : null
      if (list === null) other.push(String(status))
      else if (at - started >= task.after) list.push(took)
      if (list === turnedAway) await pause(100)
    }
    caller.end()
  }
  await Promise.all(Array.from({ length: task.callers }, live))
  const bySize = (list: number[]) => list.sort((a, b) => a - b)
  return { done: bySize(done), turnedAway: bySize(turnedAway), other }
}

process.on('message', (task: Press) => {
  pressed(task).then((found) => process.send?.(found))
})

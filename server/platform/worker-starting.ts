import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { frameHead, readFrames } from './frames.ts'
import { channelFd } from './worker-program.ts'

/** What one process may take. */
export interface WorkerBounds {
  /** ms from the question to the whole answer; a process that takes longer is ended. */
  readonly timeMs: number
  /** MB of JavaScript objects. */
  readonly heapMb: number
  /** MB of all writable memory, native too, as the kernel counts it (RLIMIT_DATA); some 650 of it are Node's own reservations. */
  readonly dataMb?: number
  /** Bytes of an answer. */
  readonly answerBytes: number
  /** What libraries print is thrown away: made by strangers' bytes, it could be anything. */
  readonly silent: boolean
}

/** Bytes to go with a question, read when they are wanted. */
export interface Bytes {
  readonly size: number
  chunks(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

const chunkSize = 64 * 1024

/** Bytes in memory, a piece at a time. */
export const bytesOf = (bytes: Uint8Array): Bytes => ({
  size: bytes.length,
  *chunks() {
    for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize)
  },
})

/** The process ended before it answered, or answered what no program of ours does. */
export class WorkerGone extends Error {
  override name = 'WorkerGone'
}

/** The program threw; its message. */
export class WorkerFailed extends Error {
  override name = 'WorkerFailed'
}

export interface WorkerProcess {
  ask(question: unknown, bytes: Bytes): Promise<{ readonly answer: unknown; readonly bytes: Buffer }>
  alive(): boolean
  /** How many questions it has answered. */
  answered(): number
  /** Milliseconds since it last answered; 0 while it works. */
  idleMs(): number
  /** Ends it at once, with whatever it started. */
  end(): void
}

const answerHead = 64 * 1024

/** Seconds of computing after which the kernel ends a process: one whose server was killed could go on for ever. */
const cpuSeconds = 1200

/**
 * The command under the kernel's limits, without any environment: no core file of somebody's passport, so much computing and memory. Where there is
 * no shell (Windows), the command as it is.
 */
function bounded(command: readonly string[], dataMb: number | undefined): readonly string[] {
  if (!existsSync('/bin/sh') || !existsSync('/usr/bin/env')) return command
  const limits = ['-c 0', `-t ${cpuSeconds}`, ...(dataMb ? [`-d ${dataMb * 1024}`] : [])]
  const script = `${limits.map((limit) => `ulimit ${limit} 2>/dev/null`).join('; ')}; exec /usr/bin/env -i "$@"`
  return ['/bin/sh', '-c', script, 'sh', ...command]
}

function spawned(program: URL, { heapMb, dataMb, silent }: WorkerBounds, folder: string): ChildProcess {
  const flags = [`--max-old-space-size=${heapMb}`, '--max-semi-space-size=4']
  const [command = '', ...args] = bounded([process.execPath, ...flags, fileURLToPath(program)], dataMb)
  return spawn(command, args, {
    cwd: folder,
    env: {},
    // A group of its own, so that what it starts ends with it.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'ignore', silent ? 'ignore' : 'inherit', 'pipe'],
  })
}

/** A process of the program, in an empty folder of its own that goes with it. `onGone` hears of its end. */
export function startWorker(
  program: URL,
  bounds: WorkerBounds,
  onGone: (worker: WorkerProcess) => void,
): WorkerProcess {
  const folder = mkdtempSync(join(tmpdir(), 'zayavka-worker-'))
  const child = spawned(program, bounds, folder)
  const channel = child.stdio[channelFd] as Socket
  const answers = readFrames(channel, { head: answerHead, body: bounds.answerBytes })
  let alive = true
  let answered = 0
  let since: number | null = performance.now()
  let reason = ''
  const gone = new Promise<void>((resolve) => {
    child.once('error', (error) => ended(String(error)))
    child.once('exit', (code, signal) => ended(`it ended with ${code ?? signal}`))
    function ended(why: string): void {
      reason ||= why
      alive = false
      channel.destroy()
      rmSync(folder, { recursive: true, force: true })
      onGone(worker)
      resolve()
    }
  })
  channel.on('error', () => undefined)
  child.unref()
  channel.unref()

  function end(why = 'it was ended'): void {
    alive = false
    reason ||= why
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    try {
      process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL')
    } catch {
      child.kill('SIGKILL')
    }
  }

  /** Settles when the kernel has the bytes, or the process is gone: that is seen by who waits for its answer. */
  const write = (bytes: Uint8Array) => new Promise<void>((resolve) => channel.write(bytes, () => resolve()))

  async function send(question: unknown, { size, chunks }: Bytes): Promise<void> {
    await write(frameHead(question, size))
    let sent = 0
    for await (const chunk of chunks()) {
      sent += chunk.length
      if (sent > size || !alive) break
      await write(chunk)
    }
    if (sent !== size && alive) throw new Error(`${size} bytes were announced for a worker, there were others`)
  }

  async function answer(question: unknown, bytes: Bytes) {
    let broken: unknown
    const sending = send(question, bytes).catch((error: unknown) => {
      // In the middle of a message nothing else can be said on this channel.
      broken = error
      end('its question broke off')
    })
    const frame = await answers.next().catch((error: unknown) => end(String(error)))
    await sending
    if (broken) throw broken
    if (!frame || frame.done) {
      end('it closed its channel')
      await gone
      throw new WorkerGone(reason)
    }
    const { answer: said, error } = frame.value.head as { answer: unknown; error?: string }
    if (error !== undefined) throw new WorkerFailed(error)
    return { answer: said, bytes: frame.value.body }
  }

  const worker: WorkerProcess = {
    alive: () => alive,
    answered: () => answered,
    idleMs: () => (since === null ? 0 : performance.now() - since),
    end,
    async ask(question, bytes) {
      since = null
      channel.ref()
      const timer = setTimeout(() => end(`it took longer than ${bounds.timeMs} ms`), bounds.timeMs)
      try {
        return await answer(question, bytes)
      } finally {
        clearTimeout(timer)
        channel.unref()
        answered += 1
        since = performance.now()
      }
    },
  }
  return worker
}

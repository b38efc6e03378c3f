import { setTimeout as sleep } from 'node:timers/promises'
import { answerParent } from '#server/platform/worker-program.ts'

export interface EchoOrder {
  readonly after?: number
  readonly wrong?: string
  readonly end?: 'SIGKILL'
  /** Never stops computing. */
  readonly hang?: boolean
  /** MB to take, native or of JavaScript. */
  readonly take?: { readonly native?: number; readonly objects?: number }
  /** Bytes to answer. */
  readonly say?: number
}

const kept: unknown[] = []

/** For the test of workers: what is asked of it, it does. */
await answerParent(async ({ after, wrong, end, hang, take, say }: EchoOrder, bytes) => {
  if (after) await sleep(after)
  if (end) process.kill(process.pid, end)
  for (; hang; );
  if (wrong) throw new Error(wrong)
  for (let mb = 0; mb < (take?.native ?? 0); mb += 10) kept.push(Buffer.alloc(10e6, 1))
  for (let mb = 0; mb < (take?.objects ?? 0); mb += 1) kept.push(Array.from({ length: 20_000 }, (_, n) => ({ n })))
  const answer = { pid: process.pid, environment: Object.keys(process.env), folder: process.cwd() }
  return { answer, bytes: say === undefined ? bytes : Buffer.alloc(say) }
})

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Answering, Made } from '#server/providers/payout/yookassa-stand-in.ts'

export interface Books {
  readonly ledger: readonly Made[]
  readonly calls: number
  /** How the calls of payouts were answered. */
  readonly counted: Partial<Record<Answering, number>>
}

/** Starts the stand-in of the payout rail in a process of its own; `tell` are the servers it notifies. */
export async function openRail({ seed, faults, tell }: { seed: number; faults: number; tell: readonly string[] }) {
  const env = { ...process.env, SEED: String(seed), FAULTS: String(faults), TELL: tell.join(',') }
  const child = fork(fileURLToPath(new URL('./rail-process.ts', import.meta.url)), { env })
  const onExit = () => child.kill('SIGKILL')
  process.once('exit', onExit)
  const [{ url }] = (await once(child, 'message')) as [{ url: string }]
  return {
    url,
    async books(): Promise<Books> {
      child.send('ledger')
      const [books] = (await once(child, 'message')) as [Books]
      return books
    },
    stop() {
      process.off('exit', onExit)
      child.disconnect()
    },
  }
}

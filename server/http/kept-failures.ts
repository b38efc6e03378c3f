import { Failure } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'

/** Runs work in a transaction. A failure marked `keep` commits first (a wrong code counts as a try), any other rolls back. */
export async function keptFailures<T>(platform: Platform, work: (tx: Tx) => Promise<T>): Promise<T> {
  const result = await platform.transact(async (tx) => {
    try {
      return { value: await work(tx) }
    } catch (error) {
      if (error instanceof Failure && error.keep) return { failure: error }
      throw error
    }
  })
  if ('failure' in result) throw result.failure
  return result.value
}

import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type FileStore, StoreAway } from './port.ts'

const lookEveryMs = 2000
/** The name of no file. */
const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * A store that may be away. Whoever calls it then hears `unavailable` (503 with Retry-After) at once instead of waiting for it; it is asked every
 * two seconds whether it is back, and is first asked now, so that a wrong address or key shows at the start.
 */
export function watchedFiles(store: FileStore, { metrics, log }: Pick<Platform, 'metrics' | 'log'>): FileStore {
  const failures = metrics.counter('file_store_failures_total', 'Calls the store of photos and videos did not take')
  let looking: NodeJS.Timeout | undefined
  metrics.gauge('file_store_up', '1 while the store of photos and videos answers', () => (looking ? 0 : 1))

  function away(error: StoreAway): void {
    failures()
    if (looking) return
    log.error({ reason: error.message }, 'the file store is away: photos and videos wait for it')
    looking = setInterval(() => void look(), lookEveryMs).unref()
  }

  async function look(): Promise<void> {
    try {
      await store.read(nobody, 0, 1)
    } catch (error) {
      if (error instanceof StoreAway) return away(error)
    }
    if (looking) log.info('the file store is back')
    clearInterval(looking)
    looking = undefined
  }

  async function ask<T>(work: () => Promise<T>): Promise<T> {
    if (looking) throw fail('unavailable')
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoreAway)) throw error
      away(error)
      throw fail('unavailable')
    }
  }

  void look()
  return {
    write: (name, bytes) => ask(() => store.write(name, bytes)),
    read: (name, start, end) => ask(() => store.read(name, start, end)),
    remove: (name) => ask(() => store.remove(name)),
    list: (before) => ask(() => store.list(before)),
  }
}

import { createStore, get, set, update } from 'idb-keyval'
import { mostWaiting } from './reportLimits.ts'

type Line<Item> = { add(item: Item): Promise<void>; take(): Promise<Item[]> }

const key = 'unsent'

/**
 * What could not be sent, on this device until it can: a reload does not lose it, of more than 64 the oldest go. Without storage (a
 * private window) it lives as long as the page.
 */
export function openUnsent<Item>(): Line<Item> {
  let own: Item[] = []
  const store = createStore('zayavka-reports', 'queue')
  return {
    add: (item) =>
      update<Item[]>(key, (kept = []) => [...kept, item].slice(-mostWaiting), store).catch(() => {
        own = [...own, item].slice(-mostWaiting)
      }),
    async take() {
      const inMemory = own.splice(0)
      const kept = await get<Item[]>(key, store).catch(() => undefined)
      if (!kept?.length) return inMemory
      await set(key, [], store).catch(() => undefined)
      return [...kept, ...inMemory]
    },
  }
}

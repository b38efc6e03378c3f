/** What `idb-keyval` waits for: a request, or the end of a transaction */
class Ending {
  onsuccess: (() => void) | undefined
  oncomplete: (() => void) | undefined
  onupgradeneeded: (() => void) | undefined
  result: unknown

  constructor(result?: unknown) {
    this.result = result
    queueMicrotask(() => {
      this.onsuccess?.()
      this.oncomplete?.()
    })
  }

  commit(): void {}
}

/** Photos and videos stay once the server has them: there is no server here to show them again */
const forGood = 'zayavka-evidence'

/** As much of IndexedDB as `idb-keyval` uses, for as long as the page lives: one store a database */
export function memoryDatabases() {
  const databases = new Map<string, Map<string, unknown>>()
  const storeOf = (name: string) => {
    const known = databases.get(name) ?? new Map<string, unknown>()
    databases.set(name, known)
    const keeps = name === forGood
    return {
      get transaction() {
        return new Ending()
      },
      get: (key: string) => new Ending(known.get(key)),
      put: (value: unknown, key: string) => void known.set(key, value),
      delete: (key: string) => void (keeps || known.delete(key)),
      clear: () => known.clear(),
    }
  }
  return {
    open: (name: string) => new Ending({ transaction: () => ({ objectStore: () => storeOf(name) }) }),
  }
}

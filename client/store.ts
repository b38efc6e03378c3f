import { useSyncExternalStore } from 'react'

/** One value that screens watch: the auth status, the requests, the overlay's words */
export type Store<Value> = {
  get(): Value
  set(value: Value): void
  subscribe(watcher: () => void): () => void
}

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial
  const watchers = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const watcher of watchers) watcher()
    },
    subscribe(watcher) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  }
}

export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get, store.get)
}

import type { Database } from './database.ts'
import type { Tx } from './transaction.ts'

/** A request that changed, and its version then; none: something beside the request did. */
export interface Change {
  readonly id: string
  readonly version?: number
}

/** Told what changed, or null: something may have been missed, read everything again. */
export type Listener = (change: Change | null) => void

/** Told whose request changed; null, null after a gap. */
export type WideListener = (clientId: string | null, requestId: string | null) => void

export interface Live {
  /** Says at commit that a request of this client changed. Only ids and versions travel; caches of this process are told before the answer leaves. */
  publish(tx: Pick<Tx, 'notify' | 'afterCommit'>, clientId: string, change: Change): void
  /** Hears about one client's requests, from any server; returns how to stop. */
  subscribe(clientId: string, listener: Listener): () => void
  /** Hears about everybody's: for caches that are cleared by a change. */
  subscribeAll(listener: WideListener): () => void
  close(): Promise<void>
}

const channel = 'request_changed'

/** Starts hearing changes from the database and hands them to the subscribers of this process. */
export async function openLive(database: Database): Promise<Live> {
  const byClient = new Map<string, Set<Listener>>()
  const wide = new Set<WideListener>()
  const stop = await database.listen(channel, {
    onMessage(payload) {
      const [clientId, id, version] = payload.split(' ')
      if (!clientId || !id) return
      for (const listener of wide) listener(clientId, id)
      const change = { id, ...(version && { version: Number(version) }) }
      for (const listener of byClient.get(clientId) ?? []) listener(change)
    },
    onGap() {
      for (const listener of wide) listener(null, null)
      for (const listeners of byClient.values()) for (const listener of listeners) listener(null)
    },
  })
  return {
    publish(tx, clientId, { id, version }) {
      tx.afterCommit(() => {
        for (const listener of wide) listener(clientId, id)
      })
      tx.notify(channel, [clientId, id, version ?? []].flat().join(' '))
    },
    subscribe(clientId, listener) {
      const listeners = byClient.get(clientId) ?? new Set()
      byClient.set(clientId, listeners.add(listener))
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0 && byClient.get(clientId) === listeners) byClient.delete(clientId)
      }
    },
    subscribeAll(listener) {
      wide.add(listener)
      return () => void wide.delete(listener)
    },
    close: stop,
  }
}

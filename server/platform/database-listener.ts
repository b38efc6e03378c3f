import pg from 'pg'
import type { Subscription } from './database.ts'

export interface Listener {
  listen(channel: string, subscription: Subscription): Promise<() => Promise<void>>
  close(): Promise<void>
}

const heartbeatEvery = 10_000
const firstWait = 100
const longestWait = 5_000

/** One connection for all LISTENs. When it breaks it is opened again, and every subscriber is told about the gap. */
export function openListener(url: string): Listener {
  const channels = new Map<string, Set<Subscription>>()
  let client: pg.Client | undefined
  let opening: Promise<void> | undefined
  let closed = false
  let wait = firstWait
  let retry: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'zayavka-listener',
      connectionTimeoutMillis: 5000,
      query_timeout: 5000,
      keepAlive: true,
    })
    fresh.on('error', () => lost(fresh))
    fresh.on('end', () => lost(fresh))
    fresh.on('notification', ({ channel, payload }) => {
      for (const subscription of channels.get(channel) ?? []) subscription.onMessage(payload ?? '')
    })
    try {
      await fresh.connect()
      for (const channel of channels.keys()) await fresh.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      fresh.end().catch(() => {})
      throw error
    }
    client = fresh
    wait = firstWait
  }

  function lost(broken: pg.Client): void {
    if (client !== broken) return
    client = undefined
    broken.end().catch(() => {})
    reconnectLater()
  }

  function reconnectLater(): void {
    if (closed) return
    retry = setTimeout(() => {
      opening = connect().then(
        () => {
          for (const subscriptions of channels.values()) for (const each of subscriptions) each.onGap?.()
        },
        () => {
          wait = Math.min(wait * 2, longestWait)
          reconnectLater()
        },
      )
    }, wait).unref()
  }

  const heartbeat = setInterval(() => {
    const asked = client
    asked?.query('select 1').catch(() => lost(asked))
  }, heartbeatEvery).unref()

  return {
    async listen(channel, subscription) {
      const known = channels.get(channel)
      if (known) known.add(subscription)
      else channels.set(channel, new Set([subscription]))
      if (client) {
        if (!known) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      } else {
        opening ??= connect()
        await opening
        // Channels added while the connection was being opened; LISTEN twice does no harm.
        await (client as pg.Client | undefined)?.query(`listen ${pg.escapeIdentifier(channel)}`)
      }
      return async () => {
        channels.get(channel)?.delete(subscription)
      }
    },
    async close() {
      closed = true
      clearInterval(heartbeat)
      clearTimeout(retry)
      await opening?.catch(() => {})
      const last = client
      client = undefined
      await last?.end().catch(() => {})
    },
  }
}

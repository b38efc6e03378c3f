import pg from 'pg'
import { openPostgres } from '#server/platform/database-postgres.ts'
import { shardOf } from '#server/platform/journal/chain.ts'
import { openPlatform } from '#server/platform/platform.ts'
import { testConfig } from '#server/testing/empty.ts'
import { migratedPostgres } from '#server/testing/fresh-postgres.ts'
import type { Figure } from './figures.ts'

const writers = 20
const lastsMs = 4000

/** Ids whose chains are all different, or all the same. */
function subjects(sameChain: boolean): string[] {
  const chosen: string[] = []
  const taken = new Set<number>()
  for (let n = 0; chosen.length < writers; n += 1) {
    const shard = shardOf(`subject-${n}`)
    if (sameChain ? shard !== shardOf('subject-0') : taken.has(shard)) continue
    taken.add(shard)
    chosen.push(`subject-${n}`)
  }
  return chosen
}

/**
 * Changes a second that so many write at once: each to a chain of its own, as the journal has it, against all to one chain, as it had it
 * before. The disk is asked to keep each commit, as in production.
 */
export async function parallelWriters(server: string): Promise<Figure> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  for (const setting of ['fsync', 'synchronous_commit']) await client.query(`alter system set ${setting} = on`)
  await client.query('select pg_reload_conf()').finally(() => client.end())
  const { url, drop } = await migratedPostgres(server)
  const database = await openPostgres(url)
  const platform = await openPlatform(testConfig(), { database })
  const rate = async (sameChain: boolean): Promise<number> => {
    let changes = 0
    const until = performance.now() + lastsMs
    const write = async (id: string) => {
      while (performance.now() < until) {
        await platform.transact(async (tx) =>
          tx.journal({ event: 'client.signOut', actor: { kind: 'client', id }, subject: { kind: 'client', id } }),
        )
        changes += 1
      }
    }
    await Promise.all(subjects(sameChain).map(write))
    return (changes * 1000) / lastsMs
  }
  try {
    const [before, now] = [await rate(true), await rate(false)]
    return {
      what: `${writers} writers at once: a chain each, against one chain`,
      unit: 'changes/s',
      floor: before,
      ours: now,
      budget: { atLeast: 1 },
    }
  } finally {
    await platform.close()
    await database.close()
    await drop()
  }
}

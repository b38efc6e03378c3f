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

const bareTables = `create table bench_journal (seq bigserial primary key, data jsonb, hash bytea);
  create table bench_event (id bigserial primary key, data jsonb);
  create table bench_head (id int primary key, hash bytea);
  insert into bench_head select n, '' from generate_series(0, ${writers - 1}) n`

/** Bare transactions a second with the rows of one change: the event, the head locked, the entry, the head moved. As many connections as the product's. */
async function bareRate(url: string): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  const hash = Buffer.alloc(32, 1)
  const data = '{"event":"client.signOut","actor":"client","subject":"client"}'
  let changes = 0
  try {
    await pool.query(bareTables)
    const until = performance.now() + lastsMs
    const write = async (head: number) => {
      while (performance.now() < until) {
        const client = await pool.connect()
        await client.query('begin')
        await client.query('insert into bench_event (data) values ($1)', [data])
        await client.query('select * from bench_head where id = $1 for update', [head])
        await client.query(
          `with written as (insert into bench_journal (data, hash) values ($1, $2))
            update bench_head set hash = $2 where id = $3`,
          [data, hash, head],
        )
        await client.query('commit')
        client.release()
        changes += 1
      }
    }
    await Promise.all(Array.from({ length: writers }, (_, head) => write(head)))
    return (changes * 1000) / lastsMs
  } finally {
    await pool.end()
  }
}

/**
 * Changes a second that so many write at once: each to a chain of its own, as the journal has it, against all to one chain, as it had it
 * before. The disk is asked to keep each commit, as in production.
 */
export async function parallelWriters(server: string): Promise<Figure[]> {
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
    const [before, bare, now] = [await rate(true), await bareRate(url), await rate(false)]
    const figure = { unit: 'changes/s', ours: now }
    return [
      {
        ...figure,
        what: `${writers} writers at once: a chain each, against one chain`,
        floor: before,
        budget: { atLeast: 1 },
      },
      {
        ...figure,
        what: `${writers} writers at once, against bare transactions with the same rows`,
        floor: bare,
        budget: { atLeast: 0.5 },
      },
    ]
  } finally {
    await platform.close()
    await database.close()
    await drop()
  }
}

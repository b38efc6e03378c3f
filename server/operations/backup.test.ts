import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Database } from '#server/platform/database.ts'
import { openEmbedded } from '#server/platform/database-embedded.ts'
import { openPostgres } from '#server/platform/database-postgres.ts'
import { openKeys } from '#server/platform/keys.ts'
import { Secret } from '#server/platform/secret.ts'
import { localFiles } from '#server/providers/files/local.ts'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { freshPostgres } from '#server/testing/fresh-postgres.ts'
import { openProduct } from '#server/testing/product.ts'
import { backup } from './backup.ts'
import { restore } from './restore.ts'

const quietly = () => {}
const nobodyElse = openKeys(new Secret('Lm8Rv3XzQy6TbKd1WnJf5HsGc9PaEu2O'))

/** A new database of the other kind, or of the same where there is no PostgreSQL. */
async function elsewhere({ database }: TestPlatform): Promise<{ database: Database; drop(): Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL
  if (database.kind === 'postgres' || !server) return { database: await openEmbedded(), drop: async () => {} }
  const { url, drop } = await freshPostgres(server)
  return { database: await openPostgres(url), drop }
}

onBothDatabases('a backup', (open) => {
  test('names a file that is known and cannot be read, and takes the rest; one taken away meanwhile is not missed', async () => {
    const platform = await open()
    const product = await openProduct(platform)
    const borrower = product.browser()
    await borrower.signUp('+79161234567')
    const request = ((await borrower.create()).body as { _id: string })._id
    const folder = mkdtempSync(join(tmpdir(), 'zayavka-backup-'))
    const id = '11111111-1111-4111-8111-111111111111'
    const now = platform.clock.now()
    await sql`insert into evidence (id, client_id, request_id, step, kind, size, state, stored_size, created_at, stored_at)
      select ${id}, client_id, id, 28, 'passport', 3, 'stored', 3, ${now}, ${now} from request where id = ${request}`.execute(
      platform.db,
    )
    const away = { ...localFiles(join(folder, 'store')), read: () => Promise.reject(new Error('the store is away')) }
    const takenAway = {
      ...away,
      read: async () => {
        await sql`delete from evidence where id = ${id}`.execute(platform.db)
        throw new Error('no such file')
      },
    }
    try {
      const said: string[] = []
      const { missing } = await backup({ ...platform, files: away }, join(folder, 'one'), (line) => said.push(line))
      assert.deepEqual(missing, [id])
      assert.ok(said.some((line) => line.includes('NOT whole, 1 files')) && said.some((line) => line.includes(id)))
      const { files } = await backup({ ...platform, files: takenAway }, join(folder, 'two'), quietly)
      assert.deepEqual(files, [])
    } finally {
      await product.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('I1: its age is a metric: of the last whole one, from the first entry on where there was none', async () => {
    const platform = await open()
    const product = await openProduct(platform)
    const folder = mkdtempSync(join(tmpdir(), 'zayavka-backup-'))
    const age = async () => {
      const { text } = await product.browser().call('GET', '/metrics')
      return Number(/^backup_age_seconds (\S+)$/m.exec(text)?.[1])
    }
    try {
      const browser = product.browser()
      await browser.signUp('+79161234567')
      const request = ((await browser.create()).body as { _id: string })._id
      platform.clock.advance(7_200_000)
      assert.ok((await age()) >= 7200)
      const files = localFiles(join(folder, 'store'))
      await backup({ ...platform, files }, join(folder, 'whole'), quietly)
      platform.clock.advance(60_000)
      assert.equal(await age(), 60)
      const id = '22222222-1111-4111-8111-111111111111'
      const now = platform.clock.now()
      await sql`insert into evidence (id, client_id, request_id, step, kind, size, state, stored_size, created_at, stored_at)
        select ${id}, client_id, id, 28, 'passport', 3, 'stored', 3, ${now}, ${now} from request where id = ${request}`.execute(
        platform.db,
      )
      const { missing } = await backup({ ...platform, files }, join(folder, 'not-whole'), quietly)
      assert.deepEqual(missing, [id])
      platform.clock.advance(60_000)
      assert.equal(await age(), 120, 'one that is not whole is none')
    } finally {
      await product.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('goes over to the other kind of database; damage, a used database and a strange key are refused', async () => {
    const platform = await open()
    const product = await openProduct(platform)
    await product.browser().signUp('+79161234567')
    await sql`insert into loan_desk (loan_id, principal, due, looked_on, next_look)
      values ('one', 100, 0, '2026-03-02', '2026-03-03')`.execute(platform.db)
    const folder = mkdtempSync(join(tmpdir(), 'zayavka-backup-'))
    const there = await elsewhere(platform)
    try {
      const files = localFiles(join(folder, 'store'))
      const place = join(folder, 'backup')
      const { tables } = await backup({ ...platform, files }, place, quietly)
      const names = tables.map(({ name }) => name)
      assert.ok(names.includes('client') && !names.includes('session') && !names.includes('one_time_code'))
      await assert.rejects(backup({ ...platform, files }, place, quietly), { message: /is not empty/ })

      const parts = { ...platform, database: there.database, files }
      await assert.rejects(restore({ ...parts, keys: nobodyElse }, place, quietly), {
        message: /another|neither APP_KEY/,
      })
      const consents = join(place, 'tables/consent.jsonl.gz')
      const whole = readFileSync(consents)
      writeFileSync(consents, whole.subarray(1))
      await assert.rejects(restore(parts, place, quietly), { message: /consent\.jsonl\.gz.*nothing was restored/ })
      writeFileSync(consents, whole)

      // One that fails half-way leaves nothing in the way of the next.
      const stopped = {
        now: (): Date => {
          throw new Error('stopped half-way')
        },
      }
      await assert.rejects(restore({ ...parts, clock: stopped }, place, quietly), { message: /half-way/ })
      await restore(parts, place, quietly)
      const { rows: sums } =
        await sql`select sum(loans)::int as loans, sum(principal)::int as principal from loan_sum`.execute(
          there.database.db,
        )
      assert.deepEqual(sums, [{ loans: 1, principal: 100 }], 'loans are summed once')
      const rows = async (db: Database['db'], table: string) =>
        (
          await sql<{ row: string }>`select row_to_json(each)::text as row from ${sql.table(table)} each`.execute(db)
        ).rows
          .map(({ row }) => row)
          .sort()
      for (const name of names.filter((each) => !each.startsWith('journal')))
        assert.deepEqual(await rows(there.database.db, name), await rows(platform.db, name), name)
      await assert.rejects(restore(parts, place, quietly), { message: /is in use/ })
    } finally {
      await product.close()
      await there.database.close()
      await there.drop()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

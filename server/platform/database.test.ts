import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { onBothDatabases } from '#server/testing/bench.ts'
import { freshPostgres } from '#server/testing/fresh-postgres.ts'
import { until } from '#server/testing/until.ts'
import { openEmbedded } from './database-embedded.ts'
import { openPostgres } from './database-postgres.ts'
import { lockDirectory } from './directory-lock.ts'
import { migrate, schemaIsCurrent } from './migrations.ts'

onBothDatabases('the database', (open) => {
  test('gives the same types on both', async () => {
    const { db } = await open()
    const at = new Date('2026-03-02T09:00:00.123Z')
    const { rows } = await sql<Record<string, unknown>>`
      select 9007199254740991::int8 as big, ${at}::timestamptz as at, '2026-03-02'::date as day,
        ${Buffer.of(1, 2)}::bytea as bytes, ${JSON.stringify([{ a: 1 }])}::jsonb as json,
        current_setting('timezone') as zone`.execute(db)
    const { bytes, ...rest } = rows[0]!
    const json = [{ a: 1 }]
    assert.deepEqual(rest, { big: 9007199254740991, at, day: '2026-03-02', json, zone: 'UTC' })
    assert.deepEqual(Buffer.from(bytes as Uint8Array), Buffer.of(1, 2))
  })

  test('refuses to start on a schema of a newer version, and says which', async () => {
    const { database, db } = await open()
    assert.equal(await schemaIsCurrent(database), true)
    await sql`insert into kysely_migration values ('9999-future', '2030')`.execute(db)
    await assert.rejects(migrate(database), { name: 'StartRefused', message: /newer schema \(9999-future\)/ })
    await assert.rejects(migrate(database, { ahead: ['9998-other'] }), { name: 'StartRefused' })
    await migrate(database, { ahead: ['9999-future'] })
    await sql`delete from kysely_migration where name = '9999-future'`.execute(db)
    await migrate(database)
  })

  test('a migration that fails leaves nothing behind', async () => {
    const { database, db } = await open()
    const folder = mkdtempSync(join(tmpdir(), 'zayavka-migrations-'))
    try {
      const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
      const fine = 'export const up = async () => {}'
      for (const { name } of rows) writeFileSync(join(folder, `${name}.ts`), fine)
      mkdirSync(join(folder, 'node_modules'))
      const module = `import { sql } from ${JSON.stringify(import.meta.resolve('kysely'))}
        export async function up(db) {
          await sql\`create table half_done (id int)\`.execute(db)
          await sql\`select no_such_function()\`.execute(db)
        }`
      writeFileSync(join(folder, '9998-broken.ts'), module)
      await assert.rejects(migrate(database, { folder }), { name: 'StartRefused', message: /at 9998-broken/ })
      const half = await sql<{ there: boolean }>`select to_regclass('half_done') is not null as there`.execute(db)
      assert.equal(half.rows[0]?.there, false)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

const server = process.env.TEST_DATABASE_URL
const needsServer = { skip: server ? false : 'TEST_DATABASE_URL is not set' }

test('many servers starting at once on an empty PostgreSQL migrate it once', needsServer, async () => {
  const { url, drop } = await freshPostgres(server!)
  const servers = await Promise.all(Array.from({ length: 12 }, () => openPostgres(url)))
  try {
    await Promise.all(servers.map((each) => migrate(each)))
    assert.equal(await schemaIsCurrent(servers[0]!), true)
  } finally {
    await Promise.all(servers.map((each) => each.close()))
    await drop()
  }
})

test('what is asked often is prepared, and a column of the next release does not disturb it', needsServer, async () => {
  const { url, drop } = await freshPostgres(server!)
  const database = await openPostgres(url)
  try {
    await sql`create table t (a int)`.execute(database.db)
    const insert = () => sql`insert into t (a) values (${1})`.execute(database.db)
    const select = async () => (await sql`select * from t where a = ${1}`.execute(database.db)).rows.length
    for (let n = 1; n <= 6; n += 1) {
      await insert()
      assert.equal(await select(), n)
    }
    const prepared = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(database.db)
    assert.deepEqual(
      prepared.rows.map(({ statement }) => statement),
      ['insert into t (a) values ($1)'],
    )
    await sql`alter table t add column b int`.execute(database.db)
    await insert()
    assert.equal(await select(), 7)
  } finally {
    await database.close()
    await drop()
  }
})

test('a listener that lost its connection comes back and tells of the gap', needsServer, async () => {
  const { url, drop } = await freshPostgres(server!)
  const database = await openPostgres(url)
  const heard: string[] = []
  try {
    await database.listen('news', { onMessage: (text) => void heard.push(text), onGap: () => void heard.push('gap') })
    await sql`select pg_notify('news', 'one')`.execute(database.db)
    await until(() => heard.includes('one'))
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'zayavka-listener' and datname = current_database()`.execute(database.db)
    await until(() => heard.includes('gap'))
    await sql`select pg_notify('news', 'two')`.execute(database.db)
    await until(() => heard.includes('two'))
  } finally {
    await database.close()
    await drop()
  }
})

const holder = `
  import { lockDirectory } from ${JSON.stringify(new URL('./directory-lock.ts', import.meta.url).href)}
  try { await lockDirectory(process.argv[1]) } catch (error) { console.log(error.message); process.exit(3) }
  console.log('held'); setInterval(() => {}, 1000)`

test('I11: a migration that a pull puts beside a running process is not asked of the database', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zayavka-migrations-'))
  const database = await openEmbedded()
  const module = 'export async function up(): Promise<void> {}\n'
  try {
    writeFileSync(join(folder, '0001-first.ts'), module)
    await migrate(database, { folder })
    writeFileSync(join(folder, '0002-pulled.ts'), module)
    assert.equal(await schemaIsCurrent(database, folder), true)
  } finally {
    await database.close()
    rmSync(folder, { recursive: true })
  }
})

test('a second process is refused naming the holder and the folder; a killed one holds nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zayavka-lock-'))
  const run = ['--input-type=module', '-e', holder, folder]
  const first = spawn(process.execPath, run)
  try {
    await once(first.stdout, 'data')
    const second = spawnSync(process.execPath, run, { encoding: 'utf8', timeout: 10_000 })
    assert.equal(second.status, 3)
    assert.match(second.stdout, new RegExp(`${folder} is in use by process ${first.pid}:`))
    first.kill('SIGKILL')
    await once(first, 'exit')
    const unlock = await lockDirectory(folder)
    await assert.rejects(lockDirectory(folder), { name: 'DirectoryTaken' })
    await unlock()
  } finally {
    first.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  }
})

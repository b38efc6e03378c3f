import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { sql } from 'kysely'
import { prolongationsBench } from '#server/modules/prolongations/prolongations-bench.ts'
import { StartRefused } from '#server/platform/refusal.ts'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { openProduct } from '#server/testing/product.ts'
import { signedInStaff } from '#server/testing/staff.ts'
import { exportTables } from './export-tables.ts'
import { exportData } from './exporting.ts'
import { exportDay } from './exporting-day.ts'

const place = mkdtempSync(join(tmpdir(), 'zayavka-export-'))
after(() => rmSync(place, { recursive: true, force: true }))
let places = 0
const fresh = () => {
  places += 1
  return join(place, String(places))
}
const day = 24 * 3_600_000
const asked = { since: '2026-03-01', personal: false, reason: '' }
const quiet = () => {}

type Row = Record<string, unknown>
const rowsOf = (folder: string, table: string): Row[] =>
  readFileSync(join(folder, `${table}.ndjson`), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row)

const noted = async (platform: TestPlatform, event: string) => {
  const { rows } = await sql<{ data: Row }>`select data from journal where event = ${event} order by id`.execute(
    platform.db,
  )
  return rows.map(({ data }) => data)
}

onBothDatabases('what leaves for a warehouse', (open) => {
  it('every table by its dictionary, rows since the day, sums that are those of the book, and nothing personal without a reason', async () => {
    const platform = await open()
    const bench = prolongationsBench(platform)
    const { loanId, requestId } = await bench.running()
    await bench.pay(loanId, 1_000_00)
    const folder = fresh()
    const said: string[] = []
    assert.equal(await exportData(platform, { ...asked, folder }, (line) => said.push(line)), true)
    assert.deepEqual(
      readdirSync(folder).sort(),
      [...exportTables.map(({ name }) => `${name}.ndjson`), 'dictionary.json', 'manifest.json'].sort(),
    )
    for (const file of readdirSync(folder)) {
      assert.equal(statSync(join(folder, file)).mode & 0o077, 0, file)
      const text = readFileSync(join(folder, file), 'utf8')
      assert.doesNotMatch(text, /Выдумкина|4500000055|\+7900|1990-05-17|Вымышленск/, file)
    }
    const dictionary = JSON.parse(readFileSync(join(folder, 'dictionary.json'), 'utf8')) as {
      table: string
      columns: { column: string; type: string }[]
    }[]
    for (const { table, columns } of dictionary)
      for (const row of rowsOf(folder, table)) {
        assert.deepEqual(
          Object.keys(row),
          columns.map(({ column }) => column),
          table,
        )
        for (const { column, type } of columns) {
          const value = row[column]
          const is = Array.isArray(value) ? 'array' : typeof value
          assert.ok(value === null || is === type, `${table}.${column} is ${is}, not ${type}`)
        }
      }
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
      tables: { table: string; rows: number; sha256: string }[]
    }
    for (const { table, rows, sha256 } of manifest.tables) {
      assert.equal(rowsOf(folder, table).length, rows)
      const bytes = readFileSync(join(folder, `${table}.ndjson`))
      assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256)
    }
    const [request] = rowsOf(folder, 'requests')
    assert.deepEqual([request?.id, request?.product, request?.amount], [requestId, 'payday', 1_500_000])
    const postings = rowsOf(folder, 'postings') as { chain: string; lines: Record<string, number> }[]
    assert.ok(postings.length > 1)
    for (const { lines } of postings)
      assert.equal(
        Object.values(lines).reduce((all, sum) => all + sum, 0),
        0,
      )
    assert.deepEqual(await noted(platform, 'data.export'), [{ since: '2026-03-01', personal: false }])

    // A day on which nothing has happened yet.
    platform.clock.advance(10 * day)
    const later = fresh()
    await exportData(platform, { ...asked, since: '2026-03-10', folder: later }, quiet)
    assert.deepEqual([rowsOf(later, 'requests'), rowsOf(later, 'payments')], [[], []])
  })

  it('with a reason personal data leave, and the journal has it; what was destroyed leaves empty', async () => {
    const platform = await open()
    const bench = prolongationsBench(platform)
    const { actor, requestId } = await bench.running()
    const folder = fresh()
    await exportData(platform, { ...asked, folder, personal: true, reason: 'запрос регулятора 7' }, quiet)
    const [request] = rowsOf(folder, 'requests')
    assert.deepEqual([request?.surname, request?.passportNumber], ['Выдумкина', '4500000055'])
    assert.deepEqual(await noted(platform, 'data.export'), [
      { since: '2026-03-01', personal: true, reason: 'запрос регулятора 7' },
    ])
    await platform.transact((tx) => platform.clientKeys.shred(tx, actor.id))
    const gone = fresh()
    await exportData(platform, { ...asked, folder: gone, personal: true, reason: 'запрос регулятора 7' }, quiet)
    const [empty] = rowsOf(gone, 'requests')
    assert.deepEqual([empty?.id, empty?.surname, empty?.amount], [requestId, null, null])
  })

  it('what only changed since the day is in it too: a loan that was prolonged, a phone that is another', async () => {
    const platform = await open()
    const bench = prolongationsBench(platform)
    const [{ actor, loanId }, { actor: other }] = [await bench.running(), await bench.running()]
    platform.clock.advance(10 * day)
    const { id } = await bench.create(actor, loanId, 10)
    await bench.pay(loanId, 1_200_00)
    await bench.signIt(actor, id, await bench.codeFor(actor, id))
    const client = { kind: 'client', id: other.id } as const
    await platform.transact(async (tx) =>
      tx.journal({ event: 'client.changePhone', actor: client, subject: client, data: { ended: 0 } }),
    )
    const folder = fresh()
    await exportData(platform, { ...asked, since: '2026-03-10', folder }, quiet)
    const of = (table: string) => rowsOf(folder, table).map((row) => [row.id, row.due_date ?? null])
    assert.deepEqual(of('loans'), [[loanId, (await bench.loans.get(actor.id, loanId)).dueDate]])
    assert.deepEqual(of('people'), [[other.id, null]])
  })

  it('more rows than a page: each once, in order, while others are written', async () => {
    const platform = await open()
    const insert = (from: number, to: number) =>
      sql`insert into client (id, sealed, created_at)
        select 'c' || lpad(n::text, 6, '0'), '\\x01', ${platform.clock.now()}
        from generate_series(${from}::int, ${to}::int) n`.execute(platform.db)
    await insert(1, 2300)
    const folder = fresh()
    await Promise.all([exportData(platform, { ...asked, folder }, quiet), insert(2301, 2400)])
    const ids = rowsOf(folder, 'people').map(({ id }) => id as string)
    assert.ok(ids.length >= 2300)
    assert.equal(new Set(ids).size, ids.length)
    assert.deepEqual(ids, [...ids].sort())
  })

  it('what is asked wrongly is refused, named, and leaves nothing', async () => {
    const platform = await open()
    const folder = fresh()
    const wrong: readonly [object, RegExp][] = [
      [{ since: '2026-02-30' }, /--since 2026-02-30 is not a day/],
      [{ since: '' }, /--since/],
      [{ personal: true }, /--with-personal needs --reason/],
      [{ personal: true, reason: '  x ' }, /--with-personal needs --reason/],
      [{ reason: 'because' }, /--reason belongs to --with-personal/],
      [{ folder: place }, /is there already/],
    ]
    for (const [changes, says] of wrong)
      await assert.rejects(
        exportData(platform, { ...asked, folder, ...changes }, quiet),
        (error) => error instanceof StartRefused && says.test(error.message),
      )
    assert.ok(!readdirSync(place).includes(folder.split('/').at(-1) ?? ''))
    assert.deepEqual(await noted(platform, 'data.export'), [])
  })

  it('the postings of a closed day as a file for 1С: summed and singly, the same sums, once the day is closed', async () => {
    const platform = await open()
    const bench = prolongationsBench(platform)
    const { loanId } = await bench.running()
    await bench.pay(loanId, 1_000_00)
    const write = (booked: string, kind: string, file = fresh()) =>
      exportDay(platform, JSON.stringify([booked, kind, file]), quiet).then(() => readFileSync(file, 'utf8'))
    await assert.rejects(write('2026-03-02', 'sums'), /2026-03-02 is not closed/)
    platform.clock.set('2026-03-03T00:29:00Z')
    await assert.rejects(write('2026-03-02', 'sums'), /is not closed/)
    platform.clock.set('2026-03-03T00:31:00Z')
    await assert.rejects(write('2026-03-32', 'sums'), /is not a day/)
    await assert.rejects(write('2026-03-02', 'xml'), /--kind xml is not known: choose sums or postings/)
    const sums = await write('2026-03-02', 'sums')
    const singly = await write('2026-03-02', 'postings')
    const lines = (text: string) => text.trimEnd().split('\r\n')
    const total = (text: string) =>
      lines(text)
        .slice(1)
        .reduce((all, line) => all + Number((line.split(';')[3] ?? '').replace(',', '')), 0)
    assert.equal(lines(sums)[0], '\ufeffДата;СчетДт;СчетКт;Сумма;Проводок')
    assert.ok(lines(sums).includes('2026-03-02;principal;transit:payout;15000,00;1'), sums)
    assert.ok(lines(sums).includes('2026-03-02;transit:test;received;1000,00;1'), sums)
    assert.ok(total(sums) > 0)
    assert.equal(total(sums), total(singly))
    const entries = await noted(platform, 'book.export')
    assert.deepEqual(
      entries.map(({ file, rows }) => [file, rows]),
      [
        ['sums', lines(sums).length - 1],
        ['postings', lines(singly).length - 1],
      ],
    )
    assert.deepEqual(await write('2026-03-01', 'sums'), '\ufeffДата;СчетДт;СчетКт;Сумма;Проводок\r\n')

    const accountMap = [
      { account: 'principal', code: '58.03' },
      { account: 'transit:payout', code: '76.09' },
    ]
    const product = await openProduct(platform, {}, { accountMap })
    const path = '/service/office/ledger/days'
    const { browser } = await signedInStaff(platform, product, 'buh', 'accountant')
    const answer = await browser.call('GET', `${path}/2026-03-02/sums`)
    assert.equal(answer.status, 200, answer.text)
    assert.match(String(answer.headers['content-disposition']), /1c-oboroty-2026-03-02\.csv/)
    assert.equal(
      answer.text,
      sums.replace(';principal;transit:payout;', ';58.03;76.09;').replaceAll(';principal;', ';58.03;'),
    )
    for (const [booked, status] of [
      ['2026-03-03', 400],
      ['2026-02-30', 400],
      ['nothing', 400],
    ] as const) {
      const refused = await browser.call('GET', `${path}/${booked}/sums`)
      assert.equal(refused.status, status, refused.text)
      assert.match(refused.text, /"field":"day"/)
    }
    const auditor = await signedInStaff(platform, product, 'audit', 'auditor')
    assert.equal((await auditor.browser.call('GET', `${path}/2026-03-02/sums`)).status, 403)
    await product.close()
  })
})

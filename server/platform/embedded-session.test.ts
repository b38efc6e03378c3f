import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { PGlite } from '@electric-sql/pglite'
import { copyOfTemplate, openFromTemplate } from '#server/testing/embedded-template.ts'
import type { Database } from './database.ts'
import { openSession } from './embedded-session.ts'

describe('the embedded database’s session', () => {
  let database: Database
  let session: ReturnType<typeof openSession>
  let lite: PGlite
  before(async () => {
    database = await openFromTemplate()
    lite = await PGlite.create(await copyOfTemplate())
    session = openSession(lite)
  })
  after(async () => {
    await database.close()
    await lite.close()
  })

  test('a question that fails before it was prepared is asked again, and prepared then', async () => {
    const ask = (by: number) => session.query<{ n: number }>('select 6 / $1::int as n', [by], 'halves')
    await assert.rejects(ask(0), /division by zero/)
    await assert.rejects(ask(0), /division by zero/)
    assert.deepEqual([(await ask(2)).rows, (await ask(3)).rows], [[{ n: 3 }], [{ n: 2 }]])
    await assert.rejects(ask(0), /division by zero/)
    assert.deepEqual((await ask(6)).rows, [{ n: 1 }])
    const { rows } = await session.query<{ name: string }>('select name from pg_prepared_statements')
    assert.deepEqual(rows, [{ name: 'halves' }])
  })

  test('asked often, it is prepared by itself', async () => {
    for (let n = 0; n < 6; n += 1) await session.query('select $1::text as often', [String(n)])
    const { rows } = await session.query('select 1 from pg_prepared_statements where statement like $1', ['%often%'])
    assert.equal(rows.length, 1)
  })

  test('values go and come as with node-postgres', async () => {
    const given = [
      null,
      'текст',
      12,
      true,
      new Date('2026-03-02T10:00:00Z'),
      Buffer.from([0, 255]),
      ['а', 'б"'],
      '{"a":1}',
    ]
    const { rows } = await session.query<Record<string, unknown>>(
      `select $1::text as a, $2::text as b, $3::int8 as c, $4::boolean as d, $5::timestamptz as e, $6::bytea as f,
        $7::text[] as g, $8::jsonb as h, date '2026-03-02' as i`,
      given,
    )
    const { f, ...rest } = rows[0] ?? {}
    assert.deepEqual([...(f as Uint8Array)], [0, 255])
    const [a, b, c, d, e, , g] = given
    assert.deepEqual(rest, { a, b, c, d, e, g, h: { a: 1 }, i: '2026-03-02' })
  })

  test('several statements in one text answer one by one, a broken one leaves the session as it was', async () => {
    const answered = await session.exec<{ n: number }>('begin; select 1 as n; select 2 as n; commit')
    assert.deepEqual(
      answered.flatMap(({ rows }) => rows),
      [{ n: 1 }, { n: 2 }],
    )
    await assert.rejects(session.exec('select 1; select nothing'), /nothing/)
    assert.deepEqual((await session.query<{ n: number }>('select 3 as n')).rows, [{ n: 3 }])
  })

  test('a transaction has the session for itself: what others ask waits for its end', async () => {
    const { db } = database
    const order: string[] = []
    const { promise: begun, resolve: begins } = Promise.withResolvers<void>()
    const { promise: goes, resolve: goesOn } = Promise.withResolvers<void>()
    const transaction = db.transaction().execute(async () => {
      begins()
      await goes
      order.push('transaction')
    })
    await begun
    const asked = database.ask({ name: 'one', text: 'select $1::int', values: [1] }).then(() => order.push('question'))
    await new Promise((resolve) => setTimeout(resolve, 20))
    goesOn()
    await Promise.all([transaction, asked])
    assert.deepEqual(order, ['transaction', 'question'])
  })
})

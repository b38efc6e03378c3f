import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testClock } from './clock.ts'
import type { Database } from './database.ts'
import { untilThere } from './database-waiting.ts'
import { openLog } from './log.ts'
import { Secret } from './secret.ts'

const config = { dataDir: '/nowhere', databaseUrl: new Secret('postgres://zayavka:hidden-word@db.example/zayavka') }

/** A database that fails with each of the errors in turn, and answers after them. */
function failing(errors: Error[]): Pick<Database, 'db'> {
  const execute = async () => {
    const error = errors.shift()
    if (error) throw error
    return { rows: [] }
  }
  const executor = { transformQuery: (node: unknown) => node, compileQuery: () => ({}), executeQuery: execute }
  return { db: { getExecutor: () => executor } as unknown as Database['db'] }
}

const coded = (code: string, message = '') => Object.assign(new Error(message), { code })

test('I7: PostgreSQL away at the start is waited for, with growing pauses and one line, and the start goes on', async () => {
  const lines: string[] = []
  const pauses: number[] = []
  const log = openLog({ clock: testClock(), write: (line) => void lines.push(line) })
  const away = [...Array.from({ length: 20 }, () => coded('ECONNREFUSED')), coded('57P03', 'starting up')]
  await untilThere(failing(away), { config, log }, async (ms) => void pauses.push(ms))
  assert.equal(pauses.length, 21)
  assert.deepEqual(pauses.slice(0, 3), [500, 1000, 2000])
  assert.equal(pauses.at(-1), 30_000)
  assert.equal(lines.length, 2)
  assert.match(lines[0] ?? '', /PostgreSQL database zayavka at db\.example.*waits/)
  assert.doesNotMatch(lines.join(), /hidden-word/)
})

test('I7: what no waiting cures is refused in one line', async () => {
  const log = openLog({ clock: testClock(), write: () => assert.fail('nothing is waited for') })
  const wrong = coded('28P01', 'password authentication failed for user "zayavka"')
  await assert.rejects(untilThere(failing([wrong]), { config, log }), {
    name: 'StartRefused',
    message: /PostgreSQL database zayavka at db\.example cannot be used: password authentication failed/,
  })
})

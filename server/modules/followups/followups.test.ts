import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { createRouter } from '#server/http/router.ts'
import { openServer } from '#server/http/server.ts'
import { fail } from '#server/platform/failure.ts'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { shortName } from '../verification/index.ts'
import { reviewBench } from '../verification/review-bench.ts'
import { createFollowups, followupRoutes } from './index.ts'

const hour = 3_600_000

async function overHttp(platform: TestPlatform) {
  const bench = reviewBench(platform)
  const [anna, boris] = [await bench.addStaff('Анна'), await bench.addStaff('Борис')]
  const auditor = await bench.addStaff('Аудитор', 'auditor')
  const loanOf = new Map<string, string>()
  const followups = createFollowups({
    platform,
    requests: bench.requests,
    notify: bench.notify,
    shortName,
    members: async () => [...bench.members.values()],
    requestOfLoan: async (_tx, loanId) => {
      const requestId = loanOf.get(loanId)
      if (!requestId) throw fail('not_found')
      return requestId
    },
  })
  const app = await openServer(platform)
  const router = createRouter(app, platform, {
    client: async () => null,
    staff: async ({ headers }) => {
      const member = bench.members.get(String(headers['x-staff']))
      return member ? { kind: 'staff', id: member.id, rights: member.rights, sessionId: 'x' } : null
    },
  })
  followupRoutes({ router, followups, texts: () => ({ own: {} }) })
  const call = async (who: string, method: 'GET' | 'POST', path: string, body?: object) => {
    const headers = { 'sec-fetch-site': 'same-origin', 'idempotency-key': crypto.randomUUID(), 'x-staff': who }
    const reply = await app.inject({ method, url: `/service/office${path}`, headers, ...(body && { payload: body }) })
    const json = reply.body ? reply.json() : {}
    return {
      status: reply.statusCode,
      body: json,
      fields: json.error?.issues?.map((one: { field: string }) => one.field),
    }
  }
  const inAnHour = () => new Date(platform.clock.now().getTime() + hour).toISOString()
  return { bench, anna, boris, auditor, call, inAnHour, loanOf }
}

onBothDatabases('O14: tasks, call-backs and templates', (open) => {
  it('a call-back stands with its person and time, is late once late, and is done once with what came of it', async () => {
    const platform = await open()
    const { bench, anna, boris, call, inAnHour } = await overHttp(platform)
    const requestId = await bench.queued()
    const words = 'перезвонить после шести, ул. Вымышленная'
    const made = await call(anna, 'POST', '/tasks', {
      kind: 'callback',
      words,
      dueAt: inAnHour(),
      requestId,
      assignee: boris,
    })
    assert.equal(made.status, 201)
    const common = await call(anna, 'POST', '/tasks', { kind: 'task', words: 'сверить список', dueAt: inAnHour() })
    const mine = async (who: string) => (await call(who, 'GET', '/tasks')).body
    assert.deepEqual(
      (await mine(anna)).items.map((task: { id: string }) => task.id),
      [common.body.id],
    )
    const theirs = (await mine(boris)).items.find((task: { id: string }) => task.id === made.body.id)
    assert.deepEqual(
      [theirs.words, theirs.name, theirs.assignee, theirs.by, theirs.late, (await mine(boris)).due],
      [words, 'Ёлкина\u00a0П.', 'Борис', 'Анна', false, 0],
    )
    platform.clock.advance(hour + 1)
    assert.deepEqual([(await mine(boris)).items[0].late, (await mine(boris)).due], [true, 2])
    const end = () => call(boris, 'POST', `/tasks/${made.body.id}/done`, { result: 'договорились' })
    assert.deepEqual([(await end()).status, (await end()).status], [204, 409])
    const { items } = (await call(anna, 'GET', '/tasks?tab=done')).body
    assert.deepEqual([items[0].done.by, items[0].done.result], ['Борис', 'договорились'])
    // The words are in no column in the open, and not in the journal.
    const { rows } = await sql<{
      text: string
    }>`select encode(words, 'escape') || coalesce(encode(result, 'escape'), '') as text from task
      union all select data::text from journal where event like 'task.%'`.execute(platform.db)
    for (const { text } of rows) assert.doesNotMatch(text, /Вымышленная|договорились|сверить/)
  })

  it('a call-back about a debt leads to its loan, and is for those who may read loans', async () => {
    const platform = await open()
    const { bench, anna, call, inAnHour, loanOf } = await overHttp(platform)
    const vera = await bench.addStaff('Вера', 'collector')
    const requestId = await bench.queued()
    loanOf.set('loan-1', requestId)
    const task = { kind: 'callback', words: 'обещал ответить', dueAt: inAnHour(), loanId: 'loan-1' }
    assert.equal((await call(anna, 'POST', '/tasks', task)).status, 403)
    assert.equal((await call(vera, 'POST', '/tasks', { ...task, loanId: 'nothing' })).status, 404)
    assert.equal((await call(vera, 'POST', '/tasks', task)).status, 201)
    const [item] = (await call(vera, 'GET', '/tasks')).body.items
    assert.deepEqual(
      [item.loanId, item.requestId, item.name, item.kind],
      ['loan-1', requestId, 'Ёлкина\u00a0П.', 'callback'],
    )
  })

  it('bad input names its field; a stranger to the work may not', async () => {
    const { anna, auditor, call, inAnHour } = await overHttp(await open())
    const good = { kind: 'task', words: 'что-то', dueAt: inAnHour() }
    assert.deepEqual((await call(anna, 'POST', '/tasks', { ...good, words: '  ' })).fields, ['words'])
    assert.deepEqual((await call(anna, 'POST', '/tasks', { ...good, dueAt: 'завтра' })).fields, ['dueAt'])
    assert.deepEqual((await call(anna, 'POST', '/tasks', { ...good, kind: 'order' })).fields, ['kind'])
    for (const lost of [{ requestId: 'nothing' }, { assignee: 'nobody' }, { assignee: auditor }])
      assert.equal((await call(anna, 'POST', '/tasks', { ...good, ...lost })).status, 404)
    assert.equal((await call(anna, 'POST', '/tasks/nothing/done', { result: '' })).status, 404)
    assert.equal((await call(auditor, 'GET', '/tasks')).status, 403)
    assert.equal((await call(auditor, 'POST', '/tasks', good)).status, 403)
  })

  it('a template goes out in daytime with the lender’s name, three a day to one client, to nobody whose request has ended', async () => {
    const platform = await open()
    const { bench, anna, call } = await overHttp(platform)
    const id = await bench.queued()
    const tell = (template = 'staffCouldNotReach') => call(anna, 'POST', `/requests/${id}/messages`, { template })
    assert.equal((await tell()).status, 204)
    assert.match(bench.sent.at(-1)?.text ?? '', /^.+: не смогли дозвониться/)
    assert.deepEqual((await tell('loanOverdue')).fields, ['template'])
    assert.deepEqual([(await tell()).status, (await tell()).status, (await tell()).status], [204, 204, 429])
    const sent = bench.sent.length
    platform.clock.advance(24 * hour)
    assert.equal((await tell()).status, 204)
    await bench.take(id, anna)
    await bench.verdict(id, 9, anna, 'fraud')
    const version = await bench.version(id)
    await bench.within((tx) => bench.outcomes.refuse(tx, id, anna, { version, reason: 'other', comment: 'нет' }))
    platform.clock.advance(24 * hour)
    assert.equal((await tell()).status, 409)
    assert.equal((await call(anna, 'POST', '/requests/nothing/messages', { template: 'staffWillCall' })).status, 404)
    assert.ok(bench.sent.length >= sent + 1)
    assert.equal(
      (await call(anna, 'POST', `/requests/${await bench.fill()}/messages`, { template: 'staffWillCall' })).status,
      404,
    )
  })
})

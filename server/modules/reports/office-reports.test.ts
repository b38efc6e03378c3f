import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Report } from '#contract/calls/office/reports.ts'
import type { JournalEntry } from '#contract/journal.ts'
import { createRouter } from '#server/http/router.ts'
import { openServer } from '#server/http/server.ts'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { demoLender } from '#server/testing/life.ts'
import { staffActor } from '#server/testing/roles.ts'
import { createReports, officeReportRoutes } from './index.ts'

const second = 1000
const day = 24 * 3600 * second

async function bench(platform: TestPlatform) {
  const waiting: number[] = []
  const reports = createReports({ steps: new Set([9, 10]), kept: 90 * 86_400_000, platform })
  const app = await openServer(platform)
  const staff = staffActor('anna', 'supervisor')
  const router = createRouter(app, platform, { client: async () => null, staff: async () => staff })
  officeReportRoutes({
    router,
    platform,
    reports,
    lender: demoLender(),
    staffNames: async () => new Map([['anna', '=Анна']]),
    waitingMinutes: async () => waiting,
    stepTitle: (number) => (number === 9 ? 'Паспорт' : undefined),
  })
  const get = (path: string) => app.inject({ url: `/service/office/reports${path}` })
  return {
    reports,
    get,
    /** Working minutes of those who wait now. */
    waiting,
    async report(name: Report['name'], query = ''): Promise<Report> {
      const { reports: all } = (await get(query)).json() as { reports: Report[] }
      const found = all.find((report) => report.name === name)
      assert.ok(found)
      return found
    },
    put: (event: string, actor: string, data: Record<string, unknown> = {}, subject = 'r') =>
      platform.transact(async (tx) =>
        tx.journal({
          event,
          actor: { kind: 'staff', id: actor },
          subject: { kind: 'request', id: subject },
          data,
        } as JournalEntry),
      ),
  }
}

onBothDatabases('Reports of the office', (open) => {
  it('count outcomes, reasons and reviewers, with the time a request was in hand', async () => {
    const platform = await open()
    const { put, report } = await bench(platform)
    await put('request.claim', 'anna')
    platform.clock.advance(90 * second)
    await put('request.approve', 'anna', { waitedMinutes: 20 })
    await put('request.refuse', 'anna', { reason: 'false_data', waitedMinutes: 500 }, 'other')
    // Marked and marked again is not sent: what a client was told is what is counted.
    for (let saves = 0; saves < 10; saves += 1) await put('review.verdict', 'boris', { reason: 'glare' }, 'third')
    await put('request.return', 'boris', { waitedMinutes: 30, reasons: ['glare'] }, 'third')
    await put('request.decideReject', 'decide', { reason: 'selfBan' })
    platform.clock.advance(second)
    assert.deepEqual((await report('outcomes')).rows, [
      ['Возвращены на исправление', 1],
      ['Прошли проверку', 1],
      ['Отказ после проверки', 1],
      ['Решение: отказ', 1],
    ])
    assert.deepEqual((await report('returnReasons')).rows, [['На снимке блик закрывает данные', 1, 100]])
    assert.deepEqual((await report('refusalReasons')).rows, [['Сведения не подтвердились', 1, 100]])
    assert.deepEqual((await report('decisionReasons')).rows, [['Самозапрет на кредиты', 1, 100]])
    assert.deepEqual((await report('reviewers')).rows, [
      ['=Анна', 2, 1, 0, 1, 90],
      ['boris', 1, 0, 1, 0, null],
    ])
  })

  it('hold the promise of the queue against the waiting the journal kept', async () => {
    const platform = await open()
    const { put, report } = await bench(platform)
    for (const waitedMinutes of [0, 30, 31, 120, 121, 481]) await put('request.approve', 'anna', { waitedMinutes })
    const { rows, facts } = await report('queue')
    assert.deepEqual(rows, [
      ['до 30 мин', 2, 33.3],
      ['от 30 до 60 мин', 1, 16.7],
      ['от 60 до 120 мин (обещание)', 1, 16.7],
      ['от 120 до 240 мин', 1, 16.7],
      ['от 240 до 480 мин', 0, 0],
      ['больше 480 мин', 1, 16.7],
    ])
    assert.deepEqual(
      facts.map(({ value }) => value),
      [6, 66.7, 31],
    )
  })

  it('O3: hold against the promise those, too, who still wait beyond it; not in a period that is over', async () => {
    const platform = await open()
    const { put, report, waiting } = await bench(platform)
    await put('request.approve', 'anna', { waitedMinutes: 30 })
    waiting.push(10, 121, 3000, 120)
    platform.clock.advance(second)
    const facts = async (query = '') => (await report('queue', query)).facts.map(({ label, value }) => [label, value])
    assert.deepEqual(await facts(), [
      ['ответов дано', 1],
      ['в обещанный срок', 33.3],
      ['ждали, медиана', 30],
      ['ждут сейчас', 4],
      ['из них дольше обещанного', 2],
    ])
    platform.clock.advance(day)
    assert.deepEqual((await facts('?from=2026-03-01&until=2026-03-02')).slice(0, 2), [
      ['ответов дано', 1],
      ['в обещанный срок', 100],
    ])
  })

  it('keep to the days asked for, in the lender’s zone', async () => {
    const platform = await open()
    const { put, report, get } = await bench(platform)
    platform.clock.set('2026-03-01T20:59:59Z') // 23:59:59 in Moscow
    await put('request.approve', 'anna')
    platform.clock.set('2026-03-01T21:00:00Z')
    await put('request.refuse', 'anna')
    platform.clock.advance(day)
    const of = async (query: string) => (await report('outcomes', query)).rows.map(([name]) => name)
    assert.deepEqual(await of('?from=2026-03-01&until=2026-03-01'), ['Прошли проверку'])
    assert.deepEqual(await of('?from=2026-03-02&until=2026-03-02'), ['Отказ после проверки'])
    for (const wrong of ['from=2026-02-31', 'from=2026-03-02&until=2026-03-01', 'from=2025-01-01&until=2026-03-01'])
      assert.equal((await get(`?${wrong}`)).statusCode, 400, wrong)
  })

  it('leave as CSV without formulas, numbered, and the journal knows of it', async () => {
    const platform = await open()
    const { put, get } = await bench(platform)
    await put('request.approve', 'anna')
    const file = await get('/reviewers?from=2026-01-01&until=2026-12-31')
    const [head, row, end] = file.body.split('\r\n')
    assert.equal(head, '\ufeffСотрудник;Проверено;Одобрено;Возвращено;Отказано;В руках, медиана, с;Выгрузка')
    assert.match(row ?? '', /^'=Анна;1;1;0;0;;[\da-f]{8}$/)
    assert.equal(end, '')
    assert.match(
      String(file.headers['content-disposition']),
      /attachment; filename="reviewers-2026-01-01-2026-12-31\.csv"/,
    )
    const entry = await platform.db
      .$extendTables<{ journal: { event: string; actor_id: string; subject_id: string } }>()
      .selectFrom('journal')
      .select(['actor_id', 'subject_id'])
      .where('event', '=', 'report.export')
      .executeTakeFirstOrThrow()
    assert.equal(entry.actor_id, 'anna')
    assert.ok(row?.endsWith(entry.subject_id.slice(0, 8)))
    assert.equal((await get('/nothing')).statusCode, 400)
  })
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import type { Report } from '#contract/calls/office/reports.ts'
import { createRouter } from '#server/http/router.ts'
import { openServer } from '#server/http/server.ts'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { staffActor } from '#server/testing/roles.ts'
import { createReports, officeReportRoutes } from '../reports/index.ts'
import { reviewBench } from './review-bench.ts'

/** How many requests the day brings; 300 is a busy one: OFFICE_DAY=300. */
const size = Number(process.env.OFFICE_DAY ?? 24)
const minute = 60_000
const closing = 10 * 60

interface Line {
  readonly event: string
  readonly subject_id: string
  readonly actor_id: string
  readonly at: Date
}

/** The same day for the same seed. */
function chances(seed: number) {
  let state = seed
  return (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}

async function journal(platform: TestPlatform): Promise<Line[]> {
  const { rows } = await sql<Line>`select event, subject_id, actor_id, at from journal
    where event like 'request.%' order by seq`.execute(platform.db)
  return rows
}

const outcomes = ['request.approve', 'request.return', 'request.refuse']

/** What the figures ought to be, from nothing but what was written down. */
function recount(lines: readonly Line[], now: Date) {
  const waited = new Map<string, { before: number; since: number | null }>()
  const held = new Map<string, string>()
  const done = new Map<string, number[]>()
  for (const { event, subject_id: id, actor_id: who, at } of lines) {
    const of = waited.get(id) ?? { before: 0, since: null }
    if (event === 'request.send') waited.set(id, { ...of, since: at.getTime() })
    if (event === 'request.claim' || event === 'request.takeOver') held.set(id, who)
    if (event === 'request.release' || event === 'request.leaseOver') held.delete(id)
    if (!outcomes.includes(event)) continue
    waited.set(id, { before: of.before + at.getTime() - (of.since ?? 0), since: null })
    held.delete(id)
    const counts = done.get(who) ?? [0, 0, 0]
    counts[outcomes.indexOf(event)] = (counts[outcomes.indexOf(event)] ?? 0) + 1
    done.set(who, counts)
  }
  const waiting = [...waited.values()].flatMap(({ before, since }) =>
    since === null ? [] : [Math.floor((before + now.getTime() - since) / minute)],
  )
  return { waiting: waiting.sort((a, b) => a - b), held, done }
}

async function office(platform: TestPlatform) {
  const bench = reviewBench(platform)
  const people: string[] = []
  for (const name of ['Анна', 'Борис', 'Вера', 'Глеб', 'Дина', 'Егор']) people.push(await bench.addStaff(name))
  const boss = await bench.addStaff('Жанна', 'supervisor')
  const app = await openServer(platform)
  const staff = staffActor(boss, 'supervisor')
  const router = createRouter(app, platform, { client: async () => null, staff: async () => staff })
  officeReportRoutes({
    router,
    platform,
    reports: createReports({ steps: new Set([9, 10, 25]), kept: 90 * 86_400_000, platform }),
    lender: bench.lender,
    staffNames: async () => new Map([...bench.members].map(([id, { name }]) => [id, name])),
    waitingMinutes: bench.queue.waitingMinutes,
    stepTitle: () => undefined,
  })
  const report = async (name: Report['name']) => {
    const { reports } = (await app.inject({ url: '/service/office/reports' })).json() as { reports: Report[] }
    return reports.find((one) => one.name === name)?.rows ?? []
  }
  return { bench, people, boss, report }
}

type Office = Awaited<ReturnType<typeof office>>

/** Waiting, load and reports against the recount, now. */
async function agrees(platform: TestPlatform, { bench, people, report }: Office): Promise<void> {
  const now = platform.clock.now()
  const { waiting, held, done } = recount(await journal(platform), now)
  const said = (await bench.queue.waitingMinutes()).sort((a, b) => a - b)
  assert.deepEqual(said, waiting, 'waiting')
  const shift = await bench.shift.now()
  for (const id of people) {
    const load = shift.reviewers.find((one) => one.id === id)
    const inHand = [...held.values()].filter((holder) => holder === id).length
    const ended = (done.get(id) ?? []).reduce((sum, count) => sum + count, 0)
    assert.deepEqual([load?.inHand, load?.doneToday], [inHand, ended], 'load')
  }
  assert.equal(shift.waiting + shift.held, waiting.length)
  const rows = new Map((await report('reviewers')).map((row) => [String(row[0]), row.slice(2, 5)]))
  for (const [id, counts] of done) assert.deepEqual(rows.get(bench.members.get(id)?.name ?? ''), counts, 'reviewers')
  const all = [...done.values()].reduce((sum, counts) => sum.map((one, n) => one + (counts[n] ?? 0)), [0, 0, 0])
  const table = new Map((await report('outcomes')).map(([name, count]) => [name, count]))
  const titles = ['Прошли проверку', 'Возвращены на исправление', 'Отказ после проверки']
  assert.deepEqual(
    titles.map((title) => table.get(title) ?? 0),
    all,
    'outcomes',
  )
}

onBothDatabases(`A day of ${size} requests by six of the staff`, (open) => {
  it('waiting, load and reports equal a count from the journal, at every hour of it', async (context) => {
    const platform = await open()
    platform.clock.set('2026-03-02T06:00:00Z') // 9:00 in Moscow, a Monday
    const day = await office(platform)
    const { bench, people, boss } = day
    const chance = chances(20_260_302)
    const arrivals = Array.from({ length: size }, () => chance(closing - 30)).sort((a, b) => a - b)
    const work = new Map<string, { id: string; until: number }>()
    // how many nobody has in hand: an empty queue need not be asked six times a minute
    let free = 0
    const corrected: { id: string; at: number }[] = []

    async function end(id: string, who: string, at: number) {
      const fate = chance(10)
      if (fate === 9) {
        free += 1
        return bench.within((tx) => bench.leases.release(tx, id, who))
      }
      if (fate >= 7) {
        await bench.verdict(id, 9, who, 'fix')
        await bench.sendBack(id, who)
        if (chance(2)) corrected.push({ id, at: at + 20 + chance(60) })
        return
      }
      if (fate === 6) {
        await bench.verdict(id, 9, who, 'fraud')
        const version = await bench.version(id)
        return bench.within((tx) => bench.outcomes.refuse(tx, id, who, { version, reason: 'other', comment: 'нет' }))
      }
      await bench.allOk(id, who)
      await bench.approve(id, who)
    }

    for (let at = 0; at <= closing; at += 1) {
      for (; arrivals[0] === at; arrivals.shift()) {
        await bench.queued()
        free += 1
      }
      for (const back of corrected.filter((one) => one.at === at)) {
        await bench.accept(back.id, 9, { number: `45101234${10 + (at % 90)}` })
        await bench.send(back.id)
        free += 1
      }
      for (const who of [...people.slice(at % 6), ...people.slice(0, at % 6)]) {
        const now = work.get(who)
        if (now && now.until > at) continue
        if (now) await end(now.id, who, at)
        work.delete(who)
        const id = free > 0 && (await bench.within((tx) => bench.leases.takeNext(tx, who)))
        if (!id) continue
        free -= 1
        work.set(who, { id, until: at + 4 + chance(10) })
      }
      const [oldest] = at % 45 === 0 ? (await bench.shift.now()).requests.filter(({ holder }) => !holder) : []
      const to = people[chance(people.length)]
      if (oldest && to) await bench.within((tx) => bench.shift.assign(tx, oldest.id, to, boss))
      platform.clock.advance(minute)
      if (at % 60 === 0) await agrees(platform, day)
    }
    await agrees(platform, day)
    const { done, waiting } = recount(await journal(platform), platform.clock.now())
    const ended = [...done.values()].flat().reduce((sum, count) => sum + count, 0)
    assert.ok(ended >= size / 2, `${ended} of ${size} came to an end`)
    context.diagnostic(
      `${size} requests, ${ended} outcomes by ${done.size} people, ${waiting.length} wait at closing: every figure as the journal has it`,
    )
  })
})

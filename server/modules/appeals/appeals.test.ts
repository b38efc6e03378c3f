import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import type { AppealKind } from '#contract/appeals.ts'
import type { IsoDate } from '#contract/dates.ts'
import { formatRoubles, type Kopecks } from '#contract/money.ts'
import { addWorkingDays } from '#contract/workingDays.ts'
import { dateInZone, instantInZone } from '#contract/zones.ts'
import { keptFailures } from '#server/http/kept-failures.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { code } from '#server/testing/failure.ts'
import { usualRights } from '#server/testing/roles.ts'
import { verifyLedger } from '../ledger/index.ts'
import { prolongationsBench } from '../prolongations/prolongations-bench.ts'
import { withAppeals } from './appeals-bench.ts'

const day = 24 * 3_600_000
const rouble = 100
const staff = (id: string, role: string) => ({ id, rights: usualRights(role) })
const [sveta, kira, dima] = [staff('sveta', 'supervisor'), staff('kira', 'compliance'), staff('dima', 'supervisor')]
const names = new Map([sveta, kira, dima].map(({ id }) => [id, id]))

function desked(platform: TestPlatform) {
  const bench = prolongationsBench(platform)
  const { loans, lender } = bench
  const forgotten: string[] = []
  const forget = async (_tx: Tx, clientId: string) => forgotten.push(clientId)
  const { appeals, codeFor, signTerms } = withAppeals(platform, bench, forget)
  const within = <T>(work: (tx: Tx) => Promise<T>) => keptFailures(platform, work)
  const see = (id: string, who = kira) => appeals.one(id, who, names)
  return {
    ...bench,
    appeals,
    codeFor,
    signTerms,
    forgotten,
    within,
    see,
    ask: (clientId: string, kind: AppealKind, loan?: string, more: object = {}) =>
      within((tx) => appeals.create(tx, clientId, { kind, words: 'Прошу помочь', loan, ...more })),
    holiday: (clientId: string, loan: string, months = 2) =>
      within((tx) =>
        appeals.create(tx, clientId, { kind: 'holiday', words: 'Потерял работу', loan, ground: 'income', months }),
      ),
    decide: async (id: string, who: typeof kira, outcome: string, more: object = {}) => {
      const { version, kind } = await see(id)
      // Of a holiday that is refused: the papers do not bear it out.
      const judged = { ground: outcome === 'granted', noJudgment: true }
      const decision = { outcome, answer: 'Вот почему.', ...(kind === 'holiday' && { judged }), ...more } as never
      return within((tx) => appeals.decide(tx, id, version, decision, who))
    },
    confirm: async (id: string, who: typeof kira) => {
      const { version } = await see(id)
      return within((tx) => appeals.confirm(tx, id, version, who))
    },
    /** What the book and the calculation differ in. */
    verify: async () => (await verifyLedger(platform.db, lender.rules, loans.followed)).fault,
    last: () => bench.sent.at(-1)?.text ?? '',
  }
}

onBothDatabases('a holiday', (open) => {
  it('is asked for once, given from the day of the request, and the book agrees', async () => {
    const platform = await open()
    const { running, holiday, decide, loans, appeals, verify, last, see, pay } = desked(platform)
    const { actor, loanId } = await running()
    platform.clock.advance(20 * day)
    await loans.look()
    const late = await loans.get(actor.id, loanId)
    assert.ok(late.debt.overdueDays > 0 && late.debt.penalty > 0)
    const asked = await holiday(actor.id, loanId)
    assert.match(last(), /№ 1 зарегистрировано, ответим до 27 марта 2026/)
    assert.equal((await holiday(actor.id, loanId)).id, asked.id, 'once more: the same')
    assert.deepEqual(
      (await see(asked.id)).conditions.map(({ kept }) => kept),
      [true, true, true, true, true, null, null],
    )
    platform.clock.advance(3 * day)
    await loans.look()
    assert.ok((await loans.get(actor.id, loanId)).debt.penalty > late.debt.penalty)
    await assert.rejects(decide(asked.id, kira, 'granted'), code('forbidden'))
    assert.equal(await decide(asked.id, sveta, 'granted'), true)
    await assert.rejects(decide(asked.id, dima, 'granted'), code('state_conflict'))
    assert.match(last(), /каникулы с 22 марта 2026 по 22 мая 2026/)
    const inside = await loans.get(actor.id, loanId)
    assert.deepEqual(inside.holiday, { from: '2026-03-22', until: '2026-05-22' })
    assert.deepEqual([inside.debt.due, inside.debt.overdueDays], [0, 0])
    assert.equal(inside.debt.penalty, late.debt.penalty, 'the penalty of the days since was taken back')
    await pay(loanId, 1000 * rouble)
    assert.equal((await loans.get(actor.id, loanId)).debt.principal, 14_000 * rouble)
    assert.equal((await appeals.list(actor.id))[0]?.outcome, 'granted')
    await assert.rejects(holiday(actor.id, loanId), code('state_conflict'))
    assert.equal(await verify(), undefined)
  })

  it('in which money came ends with a new schedule, printed once', async () => {
    const platform = await open()
    const { running, holiday, decide, loans, pay, documents } = desked(platform)
    const { actor, loanId, requestId } = await running()
    platform.clock.advance(5 * day)
    const { id } = await holiday(actor.id, loanId)
    await decide(id, sveta, 'granted')
    platform.clock.advance(10 * day)
    await pay(loanId, 2000 * rouble)
    const printed = async () => {
      await loans.look()
      await platform.jobs.runDue()
      const papers = await documents.list({ id: requestId, client_id: actor.id })
      return papers.filter(({ kind, version }) => kind === 'schedule' && version.includes('внесено')).length
    }
    assert.equal(await printed(), 0)
    while (loans.today() < '2026-05-07') platform.clock.advance(day)
    assert.equal(await printed(), 1)
    platform.clock.advance(day)
    assert.equal(await printed(), 1)
  })

  it('ends earlier by the borrower’s word; a second one for the same ground is seen by the staff', async () => {
    const platform = await open()
    const { running, holiday, decide, loans, appeals, within, verify, see } = desked(platform)
    const { actor, loanId } = await running()
    platform.clock.advance(5 * day)
    const { id } = await holiday(actor.id, loanId)
    await decide(id, sveta, 'granted')
    platform.clock.advance(10 * day)
    const stranger = await running()
    const end = (clientId: string) => within((tx) => appeals.endHoliday(tx, clientId, loanId))
    await assert.rejects(end(stranger.actor.id), code('not_found'))
    await end(actor.id)
    await assert.rejects(end(actor.id), code('state_conflict'))
    const after = await loans.get(actor.id, loanId)
    assert.equal(after.dueDate, '2026-03-26', 'ten days of the holiday, ten days later')
    platform.clock.advance(day)
    const again = await holiday(actor.id, loanId)
    const { conditions } = await see(again.id)
    assert.deepEqual(
      conditions.filter(({ kept }) => kept === false).map(({ title }) => title),
      ['По этой причине каникул по займу ещё не было'],
    )
    await assert.rejects(decide(again.id, sveta, 'granted'), code('bad_request'))
    assert.equal(await verify(), undefined)
  })

  it('is refused by two, one of them compliance', async () => {
    const platform = await open()
    const { running, holiday, decide, confirm, loans, last, see, appeals } = desked(platform)
    const { actor, loanId } = await running()
    const { id } = await holiday(actor.id, loanId)
    assert.equal(await decide(id, sveta, 'refused'), false)
    assert.equal((await see(id, sveta)).proposal?.mayConfirm, false)
    await assert.rejects(confirm(id, sveta), code('second_person'))
    await assert.rejects(confirm(id, dima), code('forbidden'))
    await confirm(id, kira)
    assert.match(last(), /дать не можем/)
    assert.deepEqual((await appeals.list(actor.id))[0]?.unkept, ['Документы подтверждают причину'])
    const { rows } = await sql<{ data: object }>`select data from journal where event = 'appeal.answer'`.execute(
      platform.db,
    )
    assert.deepEqual(rows, [
      {
        data: {
          outcome: 'refused',
          askedBy: 'sveta',
          judged: { ground: false, noJudgment: true },
          unkept: ['ground'],
        },
      },
    ])
    assert.equal((await loans.get(actor.id, loanId)).holiday, null)
  })

  it('silence of ten days is a yes: also when the clock jumps, and once', async () => {
    const platform = await open()
    const { running, holiday, loans, appeals, sent, see } = desked(platform)
    const { actor, loanId } = await running()
    const { id } = await holiday(actor.id, loanId)
    platform.clock.advance(10 * day)
    await platform.jobs.runSweep('appeals')
    assert.equal((await loans.get(actor.id, loanId)).holiday, null)
    platform.clock.advance(25 * day)
    await Promise.all([platform.jobs.runSweep('appeals'), platform.jobs.runSweep('appeals')])
    assert.deepEqual((await loans.get(actor.id, loanId)).holiday, { from: '2026-03-02', until: '2026-05-02' })
    assert.equal(sent.filter(({ kind }) => kind === 'holidayBegan').length, 1)
    platform.clock.advance(-20 * day)
    await platform.jobs.runSweep('appeals')
    assert.equal((await appeals.list(actor.id))[0]?.state, 'answered')
    assert.equal((await see(id)).decidedBy, null)
  })

  it('what is missing is asked for once, and the clock begins anew with it', async () => {
    const platform = await open()
    const { running, holiday, appeals, within, see, loans } = desked(platform)
    const { actor, loanId } = await running()
    const { id } = await holiday(actor.id, loanId)
    const askFor = async () => {
      const { version } = await see(id)
      return within((tx) => appeals.askPapers(tx, id, version, 'Справка о доходах', kira))
    }
    await askFor()
    platform.clock.advance(30 * day)
    await platform.jobs.runSweep('appeals')
    assert.equal((await loans.get(actor.id, loanId)).holiday, null, 'no silence while the borrower is waited for')
    const given = await within((tx) => appeals.supplement(tx, actor.id, id, 'Вот справка'))
    assert.deepEqual([given.state, given.answerBy], ['open', '2026-04-08'])
    await assert.rejects(askFor(), code('state_conflict'))
  })

  it('papers of a holiday are asked for within two working days', async () => {
    const platform = await open()
    const { running, holiday, appeals, within, see, lender } = desked(platform)
    const { actor, loanId } = await running()
    const { id } = await holiday(actor.id, loanId)
    const { cameOn, version } = await see(id)
    const ask = () => within((tx) => appeals.askPapers(tx, id, version, 'Справка о доходах', kira))
    const today = () => dateInZone(platform.clock.now(), lender.zone)
    const last = addWorkingDays(lender.calendar, cameOn as IsoDate, 2)
    while (today() <= last) platform.clock.advance(day)
    await assert.rejects(ask(), code('invalid_answers'))
    platform.clock.advance(-day)
    assert.equal(today(), last)
    await ask()
    assert.deepEqual([(await see(id)).left, (await see(id)).state], [null, 'papers'])
  })

  it('a complaint is answered in its time though papers are waited for', async () => {
    const platform = await open()
    const { running, ask, appeals, within, see } = desked(platform)
    const { actor } = await running()
    const { id } = await ask(actor.id, 'complaint')
    const { answerBy, version } = await see(id)
    await within((tx) => appeals.askPapers(tx, id, version, 'Снимок экрана', kira))
    platform.clock.advance(3 * day)
    assert.notEqual((await see(id)).left, null)
    const given = await within((tx) => appeals.supplement(tx, actor.id, id, 'Вот он'))
    assert.deepEqual([given.state, given.answerBy], ['open', answerBy])
  })

  it('is not for a closed loan, another’s loan, too many months or without a ground', async () => {
    const platform = await open()
    const { running, holiday, ask, pay, within, appeals, decide } = desked(platform)
    const { actor, loanId } = await running()
    const stranger = await running()
    await assert.rejects(holiday(stranger.actor.id, loanId), code('not_found'))
    await assert.rejects(holiday(actor.id, loanId, 7), code('bad_request'))
    await assert.rejects(ask(actor.id, 'holiday', loanId, { months: 2 }), code('bad_request'))
    await assert.rejects(ask(actor.id, 'holiday'), code('bad_request'))
    const { id } = await holiday(actor.id, loanId)
    await pay(loanId, 20_000 * rouble)
    await assert.rejects(decide(id, sveta, 'granted'), code('bad_request'))
    await within((tx) => appeals.withdraw(tx, actor.id, id))
    await assert.rejects(holiday(actor.id, loanId), code('state_conflict'))
    await assert.rejects(ask(actor.id, 'restructuring', loanId), code('state_conflict'))
  })
})

onBothDatabases('new terms', (open) => {
  const terms = { payments: 3, everyDays: 14 }

  it('are offered by two, accepted by the borrower, and the book agrees', async () => {
    const platform = await open()
    const { running, ask, decide, confirm, appeals, loans, verify, codeFor, signTerms, documents, lender } =
      desked(platform)
    const { actor, loanId, requestId } = await running()
    platform.clock.advance(20 * day)
    await loans.look()
    const { id } = await ask(actor.id, 'restructuring', loanId)
    await assert.rejects(decide(id, sveta, 'offered'), code('bad_request'))
    await assert.rejects(decide(id, kira, 'offered', { terms }), code('forbidden'))
    assert.equal(await decide(id, sveta, 'offered', { terms }), false)
    await assert.rejects(codeFor(actor, requestId), code('state_conflict'))
    await confirm(id, dima)
    const [offered] = await appeals.list(actor.id)
    assert.deepEqual([offered?.state, offered?.offer?.rows.length], ['offered', 4])
    assert.equal((await ask(actor.id, 'restructuring', loanId)).id, id, 'asked again: the one that is offered')
    const late = instantInZone(loans.today(), 23, lender.zone).getTime() + 58 * 60_000
    platform.clock.advance(late - platform.clock.now().getTime())
    const before = await codeFor(actor, requestId)
    assert.equal(
      (await loans.get(actor.id, loanId)).debt.overdueDays > 0,
      true,
      'nothing is in force before it is signed',
    )
    await assert.rejects(signTerms(actor, id, requestId, { package: before, code: '222222' }), code('code_wrong'))
    platform.clock.advance(3 * 60_000)
    await assert.rejects(signTerms(actor, id, requestId, { package: before }), code('new_terms_moved'))
    const [anew] = await appeals.list(actor.id)
    const { debt } = await loans.get(actor.id, loanId)
    const frozen = { package: await codeFor(actor, requestId) }
    await assert.rejects(signTerms({ ...actor, id: 'stranger' }, id, requestId, frozen), code('not_found'))
    await signTerms(actor, id, requestId, frozen)
    assert.equal((await signTerms(actor, id, requestId, frozen)).state, 'answered', 'a lost answer')
    const papers = (await documents.list({ id: requestId, client_id: actor.id })).filter(
      ({ kind }) => kind === 'newTerms',
    )
    const [paper, ...others] = papers.filter(({ signedAt }) => signedAt)
    assert.deepEqual([papers.length, others], [2, []], 'only the one that was signed')
    const { text } = await documents.read({ id: requestId, client_id: actor.id }, paper?.id ?? '')
    for (const { payment } of anew?.offer?.rows ?? []) assert.ok(text.includes(formatRoubles(payment as Kopecks)))
    const loan = await loans.get(actor.id, loanId)
    assert.deepEqual([loan.debt.total, loan.debt.due, loan.debt.overdueDays], [debt.total, 0, 0])
    const ahead = loan.schedule.filter(({ date }) => date > loan.debt.on)
    assert.deepEqual(
      ahead.map(({ date, payment }) => [date, payment]),
      anew?.offer?.rows.map(({ date, payment }) => [date, payment]),
    )
    assert.equal(loan.dueDate, ahead.at(-1)?.date)
    assert.equal(await verify(), undefined)
  })

  it('an offer nobody took in time is over', async () => {
    const platform = await open()
    const { running, ask, decide, confirm, appeals, codeFor, signTerms } = desked(platform)
    const { actor, loanId, requestId } = await running()
    const { id } = await ask(actor.id, 'restructuring', loanId)
    await decide(id, sveta, 'offered', { terms })
    await confirm(id, dima)
    const frozen = await codeFor(actor, requestId)
    platform.clock.advance(11 * day)
    await assert.rejects(codeFor(actor, requestId), code('offer_over'))
    await assert.rejects(signTerms(actor, id, requestId, { package: frozen }), code('offer_over'))
    await platform.jobs.runSweep('appeals')
    assert.equal((await appeals.list(actor.id))[0]?.state, 'answered')
  })
})

onBothDatabases('complaints and the rights of personal data', (open) => {
  it('a complaint: numbered, fifteen working days, ten more once, answered by two', async () => {
    const platform = await open()
    const { running, ask, decide, confirm, within, appeals, see, last } = desked(platform)
    const { actor } = await running()
    const first = await ask(actor.id, 'complaint')
    const second = await ask(actor.id, 'complaint')
    assert.deepEqual([second.number - first.number, first.answerBy], [1, '2026-03-24'])
    const longer = async () => {
      const { version } = await see(first.id)
      return within((tx) => appeals.extend(tx, first.id, version, 'Ждём ответа банка', kira))
    }
    await longer()
    assert.match(last(), /ответим до 7 апреля 2026/)
    await assert.rejects(longer(), code('state_conflict'))
    assert.equal(await decide(first.id, kira, 'partly'), false)
    assert.equal((await appeals.list(actor.id)).find(({ id }) => id === first.id)?.answer, null, 'a draft is no answer')
    await assert.rejects(confirm(first.id, kira), code('second_person'))
    await confirm(first.id, sveta)
    const answered = (await appeals.list(actor.id)).find(({ id }) => id === first.id)
    assert.deepEqual([answered?.outcome, answered?.answer], ['partly', 'Вот почему.'])
  })

  it('two of the staff at once: one decides, the other looks again; who waits too long is seen', async () => {
    const platform = await open()
    const { running, ask, see, within, appeals } = desked(platform)
    const { actor } = await running()
    const { id } = await ask(actor.id, 'dataCopy')
    const { version } = await see(id)
    const decision = { outcome: 'done', answer: 'Скачайте в кабинете.' } as const
    const both = await Promise.allSettled(
      [kira, sveta].map((who) => within((tx) => appeals.decide(tx, id, version, decision, who))),
    )
    assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    await ask(actor.id, 'dataCorrection')
    platform.clock.advance(20 * day)
    const { waiting, late, items } = await appeals.queue({}, names)
    assert.deepEqual([waiting, late, (items[0]?.left ?? 0) < 0], [1, 1, true])
  })

  it('deletion takes two, and does what the person could do alone', async () => {
    const platform = await open()
    const { running, ask, decide, confirm, forgotten } = desked(platform)
    const { actor } = await running()
    const { id, answerBy } = await ask(actor.id, 'dataDeletion')
    assert.equal(answerBy, '2026-04-01')
    await assert.rejects(decide(id, kira, 'granted'), code('bad_request'))
    assert.equal(await decide(id, kira, 'done'), false)
    assert.deepEqual(forgotten, [])
    await confirm(id, sveta)
    assert.deepEqual(forgotten, [actor.id])
  })
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { date } from '#contract/dates.ts'
import type { DraftCalendar } from '#contract/versions/calendar.ts'
import type { DraftTexts } from '#contract/versions/texts.ts'
import { isWorkingDay } from '#contract/workingDays.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { code } from '#server/testing/failure.ts'
import { demoLender } from '#server/testing/life.ts'
import { openTerms } from './terms.ts'
import { product, termsBench } from './terms-bench.ts'

const hour = 3_600_000
const cheaper = product('payday', { dailyRate: '0.005' })
const rateOf = (lender: { readonly products: readonly { id: string; dailyRate: string }[] }) =>
  lender.products.find(({ id }) => id === 'payday')?.dailyRate

onBothDatabases('versions of the tariffs', (open) => {
  it('come into force by two, from their moment: an offer made before keeps its own, a later one has the new; and back', async () => {
    const platform = await open()
    const bench = await termsBench(platform)
    const { terms, offered, offers, current, drafted, inForce, turns, within } = bench
    const rateOfOffer = async (id: string) => (await offers.view(await current(id))).dailyRate
    const tariffsOf = async (id: string) =>
      (await sql<{ tariffs: string }>`select tariffs from offer where request_id = ${id}`.execute(platform.db)).rows[0]
        ?.tariffs
    const file = terms.kinds[0]?.ofFile().sha256 ?? ''
    const first = await offered()
    assert.equal(await rateOfOffer(first.id), '0.008')
    const from = new Date(platform.clock.now().getTime() + hour)
    await inForce(await drafted('tariffs', cheaper), from.toISOString())
    assert.equal(rateOf(terms.lender), '0.008')
    platform.clock.advance(hour - 1)
    assert.equal(rateOf(terms.lender), '0.008')
    platform.clock.advance(1)
    assert.equal(rateOf(terms.lender), '0.005')
    const second = await offered()
    assert.deepEqual([await rateOfOffer(first.id), await rateOfOffer(second.id)], ['0.008', '0.005'])
    assert.equal(await tariffsOf(first.id), file)
    assert.notEqual(await tariffsOf(second.id), file)
    assert.equal((await terms.productOf((await tariffsOf(first.id)) ?? null, 'payday'))?.dailyRate, '0.008')
    const { turn } = await within((tx) => turns.bringBack(tx, 'vera', file, { reason: 'рано' }))
    await assert.rejects(
      within((tx) => turns.decide(tx, 'vera', turn, true)),
      code('second_person'),
    )
    await within((tx) => turns.decide(tx, 'boris', turn, true))
    assert.equal(rateOf(terms.lender), '0.008')
    await terms.close()
  })

  it('are heard of by another server at once, and change everywhere at the same moment', async () => {
    const platform = await open()
    const { terms, drafted, inForce } = await termsBench(platform)
    const other = await openTerms(platform, demoLender())
    await inForce(await drafted('tariffs', cheaper))
    for (let tries = 0; tries < 50 && rateOf(other.lender) !== '0.005'; tries += 1) await sleep(20)
    assert.deepEqual([rateOf(terms.lender), rateOf(other.lender)], ['0.005', '0.005'])
    // one that starts later finds it too, whatever its file says
    const late = await openTerms(platform, demoLender())
    assert.equal(rateOf(late.lender), '0.005')
    const seen = late.seenAs((lender) => rateOf(lender))
    assert.equal(seen(), '0.005')
    for (const one of [terms, other, late]) await one.close()
  })

  it('name what is wrong by product and field, and are refused where a price breaks a cap', async () => {
    const platform = await open()
    const { terms, drafted, drafts, turns, within, asked } = await termsBench(platform)
    const wrong = await drafted('tariffs', product('payday', { dailyRate: 'много', everyDays: 3 }))
    const { findings } = await drafts.check('vera', wrong)
    assert.deepEqual(
      findings.map(({ level, field, message }) => [level, field, message]),
      [['error', 'rows.0.dailyRate', '«До зарплаты», «Ставка в день»: Доля долга, как 0,008']],
    )
    const dear = await drafted('tariffs', product('payday', { dailyRate: '0.009' }))
    const found = (await drafts.check('vera', dear)).findings.map(({ message }) => message)
    assert.equal(found.length, 2, found.join('\n'))
    assert.match(found.join('\n'), /«До зарплаты» выходит за предел .*: 0,009 при разрешённых 0,008/)
    assert.match(found.join('\n'), /328,5 при разрешённых 292\./)
    await assert.rejects(
      within((tx) => turns.askDraft(tx, 'vera', dear, { reason: 'проба' })),
      code('rules_unchecked'),
    )
    const turned = await drafted('tariffs', product('payday', { kind: 'instalments', everyDays: 7 }))
    assert.match((await drafts.check('vera', turned)).findings[0]?.message ?? '', /Заведите новый код/)
    const gone = await drafted(
      'tariffs',
      (rows) => (rows as { id: string }[]).filter(({ id }) => id !== 'payday') as never,
    )
    assert.match((await drafts.check('vera', gone)).findings[0]?.message ?? '', /больше не предлагаем/)
    const same = await drafted('tariffs', (rows) => rows)
    await assert.rejects(asked(same), code('rules_same'))
    await terms.close()
  })

  it('are tried on past offers: whose price changes, and which could not be offered; the same again to the last digit', async () => {
    const platform = await open()
    const { terms, offered, drafted, backtested, backtests } = await termsBench(platform)
    for (const amount of [1_000_000, 2_000_000]) {
      await offered({ amount })
      platform.clock.advance(24 * hour)
    }
    const range = { min: 1000, max: 15000, step: 500, start: 10000 }
    const id = await drafted('tariffs', product('payday', { dailyRate: '0.005', amount: range }))
    const run = await backtested(id)
    const { report } = run ?? {}
    assert.deepEqual([report?.decisions, report?.changed, report?.gone], [2, 2, 0])
    assert.deepEqual(report?.moves, [
      { from: 'До зарплаты', to: 'дешевле', count: 1 },
      { from: 'До зарплаты', to: 'сумма вне продукта', count: 1 },
    ])
    assert.deepEqual([report?.before.offers, report?.after.offers], [2, 1])
    assert.deepEqual([report?.before.meanFullCost, report?.after.meanFullCost], ['292.000', '182.500'])
    assert.deepEqual([report?.before.meanCost, report?.after.meanCost], [168_000, 70_000])
    const trial = await backtests.trialOf(id)
    const [one] = await backtests.cases(run?.id ?? '', 0, 10)
    const said = [one?.before, one?.after].map((made) => trial.text(made, { content: '' })).join(' → ')
    assert.match(said, /ПСК 292,000.* → /)
    assert.equal((await backtested(id))?.report_sha256, run?.report_sha256)
    await terms.close()
  })

  it('a request sent before is decided by the tariffs it was sent with, unless their price has become unlawful', async () => {
    const platform = await open()
    const { terms, approved, decisions, offers, current, drafted, inForce } = await termsBench(platform)
    const made = await approved()
    await sql`update request set sent_at = ${platform.clock.now()} where id = ${made.id}`.execute(platform.db)
    platform.clock.advance(hour)
    await inForce(
      await drafted('tariffs', product('payday', { amount: { min: 1000, max: 5000, step: 500, start: 5000 } })),
    )
    await decisions.decide(made.id)
    const offer = await offers.view(await current(made.id))
    assert.deepEqual([offer.amount, offer.dailyRate], [1_500_000, '0.008'])
    await terms.close()
  })
})

onBothDatabases('versions of the calendar', (open) => {
  it('come into force by two, from their moment; what is wrong is named by its day; back again', async () => {
    const platform = await open()
    const { terms, drafted, drafts, inForce } = await termsBench(platform)
    const day = date('2026-03-06')
    const works = () => isWorkingDay(terms.lender.calendar, day)
    const off = (added: string) => (rows: DraftCalendar) => ({ ...rows, daysOff: [...rows.daysOff, added] })
    const bad = await drafted('calendar', off('2026-02-30'))
    const [finding] = (await drafts.check('vera', bad)).findings
    assert.match(finding?.message ?? '', /2026-02-30: Такого дня нет/)
    const from = new Date(platform.clock.now().getTime() + hour).toISOString()
    await inForce(await drafted('calendar', off(day)), from)
    assert.equal(works(), true)
    platform.clock.advance(hour)
    assert.equal(works(), false)
    await inForce(
      await drafted('calendar', (rows: DraftCalendar) => ({
        ...rows,
        daysOff: rows.daysOff.filter((one) => one !== day),
      })),
    )
    assert.equal(works(), true)
    await terms.close()
  })

  it('waits for its second word beside tariffs that wait for theirs', async () => {
    const platform = await open()
    const { terms, drafted, asked } = await termsBench(platform)
    await asked(await drafted('tariffs', cheaper))
    await asked(
      await drafted('calendar', (rows: DraftCalendar) => ({ ...rows, daysOff: [...rows.daysOff, '2026-03-06'] })),
    )
    await assert.rejects(asked(await drafted('tariffs', cheaper)), code('rules_asked'))
    await terms.close()
  })
})

onBothDatabases('versions of the texts', (open) => {
  it('come into force by two: what is told from then on is in their words, what is wrong is named by its message', async () => {
    const platform = await open()
    const { terms, drafted, drafts, inForce, offered, sent } = await termsBench(platform)
    const words = (offer: string) => (rows: DraftTexts) => ({ ...rows, offer })
    const told = () => sent.filter(({ kind }) => kind === 'offer').map(({ text }) => text)
    await offered()
    const bad = await drafted('texts', words('заём {дня}'))
    assert.match((await drafts.check('vera', bad)).findings[0]?.message ?? '', /Заём одобрен.*Значения \{дня\}/)
    await inForce(await drafted('texts', words('можно взять {сумма}, до {день}')))
    await offered()
    const [before, after] = told()
    assert.match(before ?? '', /^Заявка: заём 15 000 ₽ одобрен\. Условия ждут вас до/)
    assert.match(after ?? '', /^Заявка: можно взять 15 000 ₽, до \d\d\.\d\d\.2026$/)
    assert.notEqual(terms.texts().sha256, terms.kinds[2]?.ofFile().sha256)
    await terms.close()
  })
})

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { productInConfig, validateLender } from '../lender.ts'
import { calendarChanges, calendarContent, calendarIssues, draftOfCalendar } from './calendar.ts'
import { productLines, tariffChanges } from './tariffChanges.ts'
import {
  contentOfProducts,
  type DraftProduct,
  draftOfTariffs,
  productsOf,
  readTariffs,
  tariffsContent,
} from './tariffs.ts'

const verdict = validateLender(JSON.parse(readFileSync(new URL('../../config/lender.json', import.meta.url), 'utf8')))
assert.ok(verdict.ok)
const { products, calendar } = verdict.lender
const content = contentOfProducts(products.map(productInConfig))
const draft = draftOfTariffs(content)
const payday = draft[0]!
const changed = (change: Partial<DraftProduct>) => [{ ...payday, ...change }, ...draft.slice(1)]
const faults = (rows: readonly DraftProduct[]) =>
  (readTariffs(rows).issues ?? []).map(({ field, message }) => `${field} ${message}`)

test('the lender’s products as a version, as a draft, and back are the same products', () => {
  assert.deepEqual(productsOf(content), products)
  assert.deepEqual(readTariffs(draft), { products })
  assert.equal(tariffsContent(draft), content)
  assert.deepEqual(tariffChanges(draft, draft), [])
})

test('what is wrong with a tariff is said at its field, by the schema of the lender’s file', () => {
  const { amount, term } = payday
  assert.deepEqual(faults(changed({ dailyRate: '0,007' })), [])
  for (const [change, said] of [
    [{ dailyRate: '' }, ['rows.0.dailyRate «До зарплаты», «Ставка в день»: Доля долга, как 0,008']],
    [{ name: '' }, ['rows.0.name «продукт 1», «Название»: Заполните']],
    [{ amount: { ...amount, max: null } }, ['rows.0.amount.max «До зарплаты», «Сумма до»: Заполните']],
    [{ term: { ...term, min: 0 } }, ['rows.0.term.min «До зарплаты», «Срок от»: Не меньше 1']],
    [{ term: { ...term, max: 500 } }, ['rows.0.term.max «До зарплаты», «Срок до»: Не больше 366']],
    [
      { amount: { ...amount, start: 10_100 } },
      ['rows.0.amount «До зарплаты», «Сумма»: «от», «до» и «сначала» — по порядку и через целое число шагов от «от»'],
    ],
    [{ id: 'instalment' }, ['rows.1.id «Надолго», «Код»: Такой код уже есть у другого продукта']],
    [{ id: 'Код' }, ['rows.0.id «До зарплаты», «Код»: Строчные латинские буквы, цифры и дефис, первая — буква']],
    [
      { promos: [{ code: 'А', freeDays: null, until: '2027-02-30' }] },
      [
        'rows.0.promos.0.code «До зарплаты», «Промокод»: Заглавные буквы, цифры и дефис, от 3 до 20',
        'rows.0.promos.0.freeDays «До зарплаты», «Дней без процентов»: Заполните',
        'rows.0.promos.0.until «До зарплаты», «Действует по»: Такой даты нет',
      ],
    ],
    [
      { amount: { min: 1, max: 20_000, step: 1, start: 1 } },
      ['rows.0.amount.step «До зарплаты», «Шаг суммы»: Цен у продукта больше 100000: нужен шаг крупнее'],
    ],
  ] as const)
    assert.deepEqual(faults(changed(change as Partial<DraftProduct>)), said)
  assert.deepEqual(faults([]), ['rows Нужен хотя бы один продукт'])
})

test('what differs between two tariffs is told product by product, in words', () => {
  const after = changed({ dailyRate: '0,007', firstLoanFreeUpTo: null, promos: [] })
  const [only, ...rest] = tariffChanges(draft, [...after.slice(0, 1), { ...payday, id: 'new', name: 'Новый' }])
  assert.deepEqual([only?.title, only?.kind], ['До зарплаты', 'changed'])
  assert.deepEqual(
    only?.lines.map(({ name, before, after: now }) => [name, before, now].join(' | ').replaceAll('\u00a0', ' ')),
    [
      'Ставка в день | 0,8 % | 0,7 %',
      'Первый заём бесплатно | до 10 000 ₽ | нет',
      'Промокод НЕДЕЛЯ | 7 дней без процентов, раз на человека: 1 | ',
      'Промокод ТРИДНЯ | 3 дня без процентов, по 2027-12-31, раз на человека: 1 | ',
    ],
  )
  assert.deepEqual(
    rest.map(({ title, kind }) => [title, kind]),
    [
      ['Новый', 'added'],
      ['Надолго', 'removed'],
    ],
  )
  assert.equal(productLines({ ...payday, dailyRate: 'юный' }).get('Ставка в день'), 'юный')
})

test('a calendar as a draft and back; its faults by day, its changes by year', () => {
  const days = draftOfCalendar(calendarContent(calendar))
  assert.deepEqual(calendarIssues(days), [])
  const wrong = { daysOff: ['2027-02-30', '2027-05-03', '2027-05-03'], workingWeekends: ['2027-05-04'] }
  assert.deepEqual(
    calendarIssues(wrong).map(({ field }) => field),
    ['rows.daysOff.0', 'rows.daysOff.2', 'rows.workingWeekends.0'],
  )
  const after = { daysOff: [...days.daysOff.slice(1), '2027-12-31'], workingWeekends: ['2027-02-20'] }
  assert.deepEqual(calendarChanges(days, after), [
    { title: '2026 год', kind: 'changed', lines: [{ name: 'Выходной', before: '01.01.2026, чт' }] },
    {
      title: '2027 год',
      kind: 'changed',
      lines: [
        { name: 'Выходной', after: '31.12.2027, пт' },
        { name: 'Рабочий день', after: '20.02.2027, сб' },
      ],
    },
  ])
})

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { contentOf, type RuleRow, rowIssues, rowsOf, settled } from '#contract/decisionTable/table.ts'
import { tableChanges } from '#contract/decisionTable/words.ts'
import { checkRows } from './checking.ts'

const file = readFileSync(new URL('../../../../config/decision-rules/loan-2026-01-01.json', import.meta.url), 'utf8')
const law = { dailyRateCap: '0.008', productRates: ['0.008', '0.006'], asksScoring: false }

/** All of these are tables of ours. */
const read = (content: string): RuleRow[] => {
  const rows = rowsOf(content)
  assert.ok(rows)
  return rows
}
const inForce = read(file)
const row = (code: string, change: Partial<RuleRow> = {}): RuleRow => ({
  ...(inForce.find((one) => one.code === code) ?? {
    code,
    text: `Проба ${code}`,
    when: {},
    outcome: 'offer',
    share: 100,
  }),
  ...change,
})
const found = (rows: readonly RuleRow[]) =>
  checkRows(rows, law)
    .map(({ level, message }) => `${level}: ${message}`)
    .join('\n')
const without = (...codes: string[]) => inForce.filter(({ code }) => !codes.includes(code))
const changed = (code: string, change: Partial<RuleRow>) =>
  inForce.map((one) => (one.code === code ? { ...one, ...change } : one))

test('the rules beside the program are whole: nothing is found', () => {
  assert.equal(found(inForce), '')
})

test('where the scoring is asked, a table has to say what its silence means', () => {
  const asked = (rows: readonly RuleRow[]) =>
    checkRows(rows, { ...law, asksScoring: true }).map(({ message }) => message)
  assert.match(asked(inForce).join(), /когда скоринг молчит/)
  const silent = row('silent', { when: { 'opinion.silent': 'true' }, outcome: 'refer', share: undefined })
  assert.deepEqual(asked([silent, ...inForce]), [])
})

test('a table read and written again is the same, in the engine’s own words', () => {
  assert.deepEqual(read(contentOf(inForce)), inForce)
  assert.deepEqual(tableChanges(inForce, read(contentOf(settled(inForce)))), [])
  const typed = settled(
    changed('scoreMiddle', { when: { 'bureau.known': 'да', 'bureau.score': '450–580', burden: '≥ 12,5' } }),
  )
  assert.deepEqual(typed.find(({ code }) => code === 'scoreMiddle')?.when, {
    burden: '>= 12.5',
    'bureau.known': 'true',
    'bureau.score': '[450..580]',
  })
})

test('a file that says more than a table of ours is not read as one: nothing of it would be lost unseen', () => {
  for (const [what, other] of [
    ['is no file', '{'],
    ['all that fit are summed', file.replace('"first"', '"collect"')],
    ['an answer is computed', file.replace('"share": "70"', '"share": "burden / 2"')],
    ['another node', file.replace('"inputNode"', '"functionNode"')],
    ['another answer', file.replace('"field": "share"', '"field": "limit"')],
  ] as const) {
    assert.notEqual(other, file, what)
    assert.equal(rowsOf(other), null, what)
  }
})

test('an error names the row and the column', () => {
  const issues = rowIssues([
    row('otherwise', {
      code: 'Ж',
      text: 'no words',
      when: { 'person.age': 'старый', burden: '> 80 < 90', nothing: '1' },
    }),
    row('tooYoung', { reason: undefined }),
    row('otherwise', { share: 101, dailyRate: '2' }),
    row('tooYoung', { when: { 'person.age': '200', 'bureau.score': '(5..5)', own: '', 'own.loans': '7..3' } }),
  ])
  const told = issues.map(({ message }) => message).join('\n')
  for (const words of [
    /Строка 1, «Код правила»: Латинские/,
    /Строка 1, «Правило»: Нужны русские слова/,
    /Строка 1, «Возраст»: Пишите число/,
    /Строка 1, «ПДН, %»: Пишите число/,
    /Строка 1, «nothing»: Такого столбца нет/,
    /Строка 2, «Причина для клиента»: Без неё/,
    /Строка 3, «Доля запрошенной суммы, %»: Число от 1 до 100/,
    /Строка 3, «Ставка в день»/,
    /Строка 4, «Возраст»: Бывает от 14 до 110/,
    /Строка 4, «Балл бюро»: Здесь нет/,
    /Строка 4, «Займов у нас»: Начало больше конца/,
    /Строка 4, «Код правила»: уже есть в строке 2/,
  ])
    assert.match(told, words)
})

const faults: readonly (readonly [what: string, rows: readonly RuleRow[], words: RegExp])[] = [
  ['nothing at all', [], /ни одной строки/],
  ['a gap', without('otherwise'), /Есть заявки без решения.*Пример: /],
  [
    'a gap of one number',
    [
      ...inForce.slice(0, 3),
      row('young', { when: { 'person.age': '< 40' } }),
      row('old', { when: { 'person.age': '> 40' } }),
    ],
    /без решения.*Возраст: 40/,
  ],
  [
    'a row nobody reaches',
    [...without('otherwise'), row('otherwise'), row('goodClient', { code: 'late' })],
    /Строка 17 .* никогда не сработает/,
  ],
  [
    'a row covered by two together',
    [
      ...inForce.slice(0, 3),
      row('young', { when: { 'person.age': '< 40' } }),
      row('old', { when: { 'person.age': '>= 40' } }),
      row('hidden', { when: { burden: '> 10' } }),
    ],
    /Строка 6 «Проба hidden» никогда не сработает/,
  ],
  ['rules that refuse everybody', [row('blacklisted'), row('tooOld', { when: {} })], /откажут всем/],
  ['a loan for the barred', without('blacklisted'), /даёт заём человеку из чёрного списка/],
  [
    'a loan for the barred, further down',
    [row('trusted', { when: { 'lists.trusted': 'true' } }), ...inForce],
    /чёрного списка/,
  ],
  ['a loan for a child', changed('tooYoung', { when: { 'person.age': '< 17' } }), /моложе 18.*Возраст: 17/],
  ['a rate the law forbids', changed('otherwise', { dailyRate: '0.009' }), /Ставка в день.*больше законной 0.008/],
  [
    'more overdue that helps',
    changed('overdueElsewhere', { when: { 'bureau.overdueDays': '[30..90]' } }),
    /хуже по столбцу «Просрочка в бюро, дней», а решение лучше/,
  ],
  [
    'a lower score that helps',
    changed('scoreLow', { when: { 'bureau.known': 'true', 'bureau.score': '[300..450]' } }),
    /хуже по столбцу «Балл бюро»/,
  ],
  [
    'more debt that helps',
    [
      ...without('noHistory', 'goodClient', 'otherwise'),
      row('noHistory'),
      row('goodClient'),
      row('otherwise', { share: 60 }),
    ],
    /хуже по столбцу «ПДН, %»/,
  ],
]

for (const [what, rows, words] of faults)
  test(`found before anybody approves it: ${what}`, () => {
    assert.match(found(rows), words)
  })

test('a rate that changes nothing is a warning, not an error', () => {
  assert.match(found(changed('otherwise', { dailyRate: '0.008' })), /^warning: .*ничего не изменит$/m)
})

test('two hundred rows are looked through in seconds', () => {
  const many = Array.from({ length: 180 }, (_, at) =>
    row(`step${at}`, {
      when: { 'own.loans': String(at), burden: `[${at}..${at + 20}]`, 'bureau.score': `< ${900 - at}` },
      outcome: 'refer',
      share: undefined,
    }),
  )
  const began = performance.now()
  checkRows([...inForce.slice(0, 6), ...many, ...inForce.slice(6)], law)
  assert.ok(performance.now() - began < 20_000)
})

test('what differs is told row by row: added, changed, moved, gone', () => {
  const [first, second, third, ...rest] = without('goodClient')
  const after = [
    second!,
    first!,
    row('fresh'),
    { ...third!, text: 'Старше 70 лет', when: { 'person.age': '> 70' } },
    ...rest,
  ]
  assert.deepEqual(
    tableChanges(inForce, after).map(({ kind, code }) => `${kind} ${code}`),
    ['moved blacklisted', 'added fresh', 'changed tooOld', 'removed goodClient'],
  )
})

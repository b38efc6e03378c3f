import assert from 'node:assert/strict'
import { test } from 'node:test'
import { date } from '../dates.ts'
import { validateLender } from '../lender.ts'
import { kopecks } from '../money.ts'
import { notices, noticeWords } from '../notices.ts'
import { draftOfTexts, noticeKinds, textChanges, textIssues, textsContent } from './texts.ts'

const usual = draftOfTexts('{}')
const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const faults = (change: Record<string, string>) => textIssues({ ...usual, ...change }).map(({ message }) => message)

test('the product’s own words are a version that says nothing, and have no faults', () => {
  assert.deepEqual(Object.keys(usual), noticeKinds)
  assert.equal(textsContent(usual), '{}\n')
  assert.deepEqual(textIssues(usual), [])
  assert.deepEqual(textChanges(usual, usual), [])
})

test('words with their values; those of the lender in place of the product’s', () => {
  const about = { amount: 1_500_000, until: date('2027-03-05') }
  assert.equal(
    plain(noticeWords('offer', {}, about)),
    'заём 15 000 ₽ одобрен. Условия ждут вас до 05.03.2027 включительно.',
  )
  const own = { offer: 'можно взять {сумма}. Решите до {день}.' }
  assert.equal(plain(noticeWords('offer', own, about)), 'можно взять 15 000 ₽. Решите до 05.03.2027.')
  const ahead = { days: 1, date: date('2027-03-05'), lastDay: date('2027-03-05'), amount: kopecks(100_00) }
  assert.equal(
    plain(noticeWords('paymentReminder', {}, ahead)),
    'завтра, 5 марта 2027, платёж по займу 100 ₽. Оплатить или продлить можно в личном кабинете.',
  )
  assert.equal(
    plain(noticeWords('paymentReceived', {}, { amount: kopecks(100_00), did: 'nothing' })),
    'получили 100 ₽, но платить было не за что: деньги у нас, вернём. Позвоните или напишите нам.',
  )
  assert.equal(
    plain(noticeWords('loanClosed', {}, { overpaid: kopecks(0) })),
    'заём закрыт, вы ничего не должны. Спасибо! Справка — в личном кабинете.',
  )
})

test('what is wrong with a text is said by its notice; what the law wants said of a debt is said whole', () => {
  for (const [change, said] of [
    [{ offer: ' ' }, '«Заём одобрен»: Напишите текст'],
    [{ offer: 'заём {сумма} до {дня}' }, '«Заём одобрен»: Значения {дня} у этого сообщения нет. Есть: {сумма}, {день}'],
    [{ offer: 'заём {сумма' }, '«Заём одобрен»: Скобки { } ставят вокруг названия значения'],
    [{ offer: 'заём: https://example.com' }, '«Заём одобрен»: Ссылок в СМС не посылаем: их подделывают'],
    [
      { overdue: notices.overdue.words.replace('{кредитор}', 'мы') },
      '«Просрочка: уведомление»: О просрочке по закону нужно сказать и {кредитор}',
    ],
    [{ stranger: 'слова' }, '«stranger»: Такого сообщения нет'],
  ] as const)
    assert.deepEqual(faults(change as Record<string, string>), [said])
  assert.deepEqual(faults({ offer: 'одобрено' }), [])
})

test('the lender’s file is read by the same rule', () => {
  const verdict = validateLender({ texts: { offer: 'заём {дня}' } })
  assert.equal(verdict.ok, false)
  assert.match(JSON.stringify(verdict), /texts\.offer.*Значения \{дня\}/)
})

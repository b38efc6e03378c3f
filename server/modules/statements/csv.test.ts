import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import { onBothDatabases } from '#server/testing/bench.ts'
import { code } from '#server/testing/failure.ts'
import { verifyLedger } from '../ledger/index.ts'
import { prolongationsBench } from '../prolongations/prolongations-bench.ts'
import { readCsv, TotalWanted } from './csv.ts'
import { statementText } from './parsing.ts'
import { createStatements } from './service.ts'

const account = '40701810000000000001'
const rouble = 100
const head = 'Дата операции;Номер документа;Дебет;Кредит;Контрагент;Назначение платежа'
const rows = [
  '05.03.2026;1;;1 200,00;Выдумкина Проба;Возврат займа',
  '05.03.2026;2;300,50;;ООО «Связь»;Оплата услуг',
  '06.03.2026;3;;0,50;"Пробный; Вымысел";"Погашение ""займа"""',
]
const totals = 'Итого;;300,50;1200,50;;'
const file = (...lines: string[]) => [`Выписка по счету ${account}`, head, ...lines, ''].join('\r\n')
const none = { account: undefined, total: undefined }

describe('a statement in columns', () => {
  test('is read: quotes, kopecks, what went out left aside, the account above the table', () => {
    const read = readCsv(file(...rows, totals), none)
    assert.deepEqual([read.account, read.from, read.to], [account, '2026-03-05', '2026-03-06'])
    assert.deepEqual(
      read.incoming.map(({ number, amount, payer, purpose }) => [number, amount, payer, purpose]),
      [
        ['1', 1200 * rouble, 'Выдумкина Проба', 'Возврат займа'],
        ['3', 50, 'Пробный; Вымысел', 'Погашение "займа"'],
      ],
    )
  })

  test('tabs and commas, one column of signed sums, ISO days, thousands', () => {
    const tabs = 'Дата\tСумма\tНазначение\n2026-03-05\t12 400.00\tа\n2026-03-05\t-7,5\tб\nИтого\t12400\t\n'
    assert.equal(readCsv(tabs, { ...none, account }).incoming[0]?.amount, 12_400 * rouble)
    const commas = 'Дата,"Сумма по кредиту",Назначение\n05.03.2026 10:12:00,"1,234.50",а\n'
    const told = { account, total: 1234_50 }
    assert.equal(readCsv(commas, told).incoming[0]?.amount, 1234_50)
  })

  test('windows-1251 is read as such', () => {
    const high = 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя'
    const bytes = [...'Дата;Сумма;Назначение'].map((sign) =>
      high.includes(sign) ? 0xc0 + high.indexOf(sign) : sign.charCodeAt(0),
    )
    assert.equal(statementText(Buffer.from(bytes)), 'Дата;Сумма;Назначение')
  })

  const wrong: readonly (readonly [name: string, text: string, why: RegExp])[] = [
    ['cut inside a row', file(...rows).slice(0, -30), /файл обрезан/],
    ['cut inside a quote', file(...rows).slice(0, -6), /кавычка не закрыта/],
    ['cut between two rows, with totals that say more', file(rows[0]!, totals), /файл неполный/],
    ['columns moved', file('1;05.03.2026;;5,00;а;б', totals), /не дата/],
    ['letters for a sum', file('05.03.2026;1;;пять;а;б', totals), /не сумма/],
    ['other columns', 'a;b;c\n1;2;3\n', /нет строки с названиями колонок/],
    ['no rows', file(totals.replace('1200,50', '0')), /нет строк/],
    ['two accounts', `${account}\n40701810000000000002\n${file(...rows, totals)}`, /два счёта/],
    ['no account', [head, ...rows, totals].join('\n'), /нет номера счёта/],
    ['a wrong encoding', Buffer.from(file(...rows, totals), 'utf16le').toString('latin1'), /нет строки с названиями/],
  ]
  for (const [name, text, why] of wrong)
    test(`${name}: refused whole, with the line`, () => {
      assert.throws(() => readCsv(text, none), { name: 'StatementWrong', message: /^Строка \d+: / })
      assert.throws(() => readCsv(text, none), { message: why })
    })

  test('without totals nobody knows whether it is whole: what came in is asked for', () => {
    assert.throws(() => readCsv(file(...rows), none), TotalWanted)
    assert.equal(readCsv(file(...rows), { ...none, total: 1200_50 }).incoming.length, 2)
    assert.throws(() => readCsv(file(rows[0]!), { ...none, total: 1200_50 }), { message: /неполный/ })
  })
})

onBothDatabases('a statement in columns', (open) => {
  it('is taken whole: once however often, two equal payments are two, a wrong one changes nothing', async () => {
    const platform = await open()
    const { running, loans, lender } = prolongationsBench(platform)
    const statements = createStatements({ platform, loans, lender })
    const { actor, loanId } = await running()
    const { contract } = await loans.get(actor.id, loanId)
    platform.clock.advance(5 * 24 * 3_600_000)
    const own = `05.03.2026;7;;1 000,00;Выдумкина;По договору ${contract}`
    const text = file(own, own, rows[0]!, 'Итого;;0;3200,00;;')
    const take = (content: string, total?: number) => statements.take(Buffer.from(content), 'vera', total)
    await assert.rejects(take(text.slice(0, -60)), code('bad_request'))
    assert.equal((await loans.get(actor.id, loanId)).payments.length, 0)
    assert.deepEqual(await take(text), { lines: 3, known: 0, placed: 2, waiting: 1 })
    assert.deepEqual(await take(text), { lines: 3, known: 3, placed: 0, waiting: 0 })
    assert.equal((await loans.get(actor.id, loanId)).debt.principal, (15_000 - 2000 + 360) * rouble)
    await assert.rejects(take(file(own)), code('bad_request'))
    assert.deepEqual(await take(file(own), 1000 * rouble), { lines: 1, known: 1, placed: 0, waiting: 0 })
    const { fault } = await verifyLedger(platform.db, lender.rules, loans.followed)
    assert.equal(fault, undefined)
  })
})

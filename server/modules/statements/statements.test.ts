import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import { contractNumber } from '#contract/contractNumber.ts'
import { date } from '#contract/dates.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { verifyLedger } from '../ledger/index.ts'
import { prolongationsBench } from '../prolongations/prolongations-bench.ts'
import { readStatement, statementText } from './parsing.ts'
import { createStatements, numberIn } from './service.ts'

const account = '40701810000000000001'
const rouble = 100

interface Paid {
  readonly amount: string
  readonly purpose: string
  readonly paid?: string
  readonly out?: boolean
}

/** A statement as banks write it: CRLF, sums with and without kopecks. */
function statement(lines: readonly Paid[], change: (text: string) => string = (text) => text): string {
  const sum = (out: boolean) =>
    lines.reduce((all, one) => ((one.out ?? false) === out ? all + Number(one.amount) : all), 0).toFixed(2)
  const documents = lines.flatMap(({ amount, purpose, paid = '05.03.2026', out }, index) => [
    'СекцияДокумент=Платежное поручение',
    `Номер=${index + 1}`,
    'Дата=05.03.2026',
    `Сумма=${amount}`,
    out ? `ПлательщикСчет=${account}` : 'ПлательщикСчет=40817810000000000009',
    `ДатаСписано=${paid}`,
    'Плательщик1=Выдумкина Проба Тестовна',
    out ? 'ПолучательСчет=40817810000000000009' : `ПолучательСчет=${account}`,
    'ДатаПоступило=06.03.2026',
    'НовыйКлючБанка=что-то',
    `НазначениеПлатежа=${purpose}`,
    'КонецДокумента',
  ])
  const head = ['1CClientBankExchange', 'ВерсияФормата=1.03', 'Кодировка=Windows', 'Отправитель=Банк']
  const own = [
    'СекцияРасчСчет',
    'ДатаНачала=06.03.2026',
    'ДатаКонца=06.03.2026',
    `РасчСчет=${account}`,
    'НачальныйОстаток=1000.00',
    `ВсегоПоступило=${sum(false)}`,
    `ВсегоСписано=${sum(true)}`,
    `КонечныйОстаток=${(1000 + Number(sum(false)) - Number(sum(true))).toFixed(2)}`,
    'КонецРасчСчет',
  ]
  return change([...head, ...own, ...documents, 'КонецФайла', ''].join('\r\n'))
}

const high = 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя'
/** windows-1251 and 866, as far as the Russian letters go. */
const encoded = (text: string, dos = false) =>
  Buffer.from(
    [...text].map((sign) => {
      const at = high.indexOf(sign)
      if (at < 0) return sign.charCodeAt(0)
      return dos ? (at < 48 ? 0x80 + at : 0xe0 + at - 48) : 0xc0 + at
    }),
  )

const plain = statement([
  { amount: '6280', purpose: 'Возврат займа' },
  { amount: '300.48', purpose: 'налог', out: true },
])

describe('a statement of 1С', () => {
  test('is the same in every encoding a bank writes', () => {
    const asked = [
      Buffer.from(plain),
      Buffer.from(`\ufeff${plain}`),
      encoded(plain),
      encoded(plain.replace('=Windows', '=DOS'), true),
    ]
    for (const bytes of asked) {
      const read = readStatement(bytes)
      assert.deepEqual([read.account, read.incoming.length], [account, 1])
      const { amount, day, payer, purpose } = read.incoming[0]!
      assert.deepEqual(
        [amount, day, payer, purpose],
        [628_000, '2026-03-05', 'Выдумкина Проба Тестовна', 'Возврат займа'],
      )
    }
    assert.match(statementText(encoded(plain)), /КонецФайла/)
  })

  test('is refused whole with the line and why: cut, unfinished, sums that do not meet, no sum, no date, not ours', () => {
    const refused = (change: (text: string) => string, why: RegExp) =>
      assert.throws(() => readStatement(Buffer.from(change(plain))), why)
    refused((text) => text.slice(0, text.length / 2), /файл обрезан/)
    refused((text) => text.replace('КонецФайла', ''), /нет строки «КонецФайла»/)
    refused((text) => text.replace('Сумма=6280', 'Сумма=6281'), /обороты счёта не равны/)
    refused((text) => text.replace('КонечныйОстаток=6979.52', 'КонечныйОстаток=6979.53'), /не дают конечного/)
    refused((text) => text.replace('Сумма=6280', 'Сумма=много'), /Строка 17: «Сумма» не сумма/)
    refused((text) => text.replace('ДатаСписано=05.03.2026', 'ДатаСписано=31.02.2026'), /не дата/)
    refused((text) => text.replace(`ПолучательСчет=${account}`, 'ПолучательСчет=1'), /не по этому счёту/)
    refused(() => 'PK', /не выписка/)
    refused(() => '', /не выписка/)
  })

  test('finds the number of a contract however it is written, and none where there are two or a digit is wrong', () => {
    const [one, two] = [contractNumber(date('2026-03-02'), 123), contractNumber(date('2026-03-02'), 124)]
    const found = (purpose: string, code = '') => numberIn({ purpose, code })
    assert.equal(found(`Погашение займа по договору ${one} от 02.03.2026, НДС не облагается`), one)
    assert.equal(found(`дог ${one.replaceAll('-', '')}`), one)
    assert.equal(found('возврат', one.replaceAll('-', '')), one)
    assert.equal(found(`${one} и ${two}`), null)
    assert.equal(found(one.replace('123', '132')), null)
    assert.equal(found(`счёт 40817810000000000009, тел 89161234567`), null)
  })
})

onBothDatabases('statements', (open) => {
  it('every line once: on its loan with the payer’s day, or in suspense; taken twice and overlapping it adds nothing', async () => {
    const platform = await open()
    const bench = prolongationsBench(platform)
    const { loans, lender, ledger } = bench
    const statements = createStatements({ platform, loans, lender })
    const { actor, loanId } = await bench.running()
    const { contract } = await loans.get(actor.id, loanId)
    platform.clock.set('2026-03-06T09:00:00.000Z')
    const lines = [
      { amount: '5000', purpose: `Погашение займа ${contract}` },
      { amount: '700.50', purpose: 'без номера' },
      { amount: '700.50', purpose: 'без номера' },
      { amount: '100', purpose: 'аренда', out: true },
    ]
    const take = (text: string) => statements.take(Buffer.from(text), 'vera')
    assert.deepEqual(await take(statement(lines)), { lines: 3, known: 0, placed: 1, waiting: 2 })
    assert.deepEqual(await take(statement(lines)), { lines: 3, known: 3, placed: 0, waiting: 0 })
    await assert.rejects(take(statement(lines).slice(0, 400)), { code: 'bad_request' })
    const loan = await loans.get(actor.id, loanId)
    assert.deepEqual(
      loan.payments.map(({ date: day, amount }) => [day, amount]),
      [['2026-03-05', 5000 * rouble]],
    )
    assert.equal(await loans.inSuspense(), 2)
    const { accounts } = await ledger.trialBalance(loans.today())
    const bank = accounts.find((one) => one.account === `bank:${account}`)
    assert.equal(bank?.debit, 5000 * rouble + 2 * 70_050)
    assert.deepEqual((await verifyLedger(platform.db, lender.rules, loans.followed)).ok, true)
  })
})

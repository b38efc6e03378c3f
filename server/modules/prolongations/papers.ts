import type { ProlongationQuote } from '#contract/calculation.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { type Facts, personName } from '#contract/facts.ts'
import { formatPassportNumber, type PassportNumber } from '#contract/identifiers.ts'
import type { Lender } from '#contract/lender.ts'
import { formatPercent, formatRoubles, kopecks } from '#contract/money.ts'
import { formatDays } from '#contract/russian.ts'
import type { PrintedContent } from '../documents/index.ts'

interface Papers {
  readonly lender: Lender
  readonly facts: Facts
  /** The contract's number and day. */
  readonly contract: string
  readonly contractDate: IsoDate
  readonly today: IsoDate
  readonly until: IsoDate
  readonly price: ProlongationQuote
  /** The day the interest was paid, when that came before the signature. */
  readonly paidOn: IsoDate | null
}

const dayOff = ({ newDueDate, newLastDay }: ProlongationQuote) =>
  newLastDay === newDueDate ? '' : `. Это выходной: без неустойки можно заплатить до ${formatDate(newLastDay)}`

/** The agreement that moves a loan's date: what is paid now, the new date, the cost of the whole loan as prolonged. */
export function agreement(papers: Papers): PrintedContent {
  const { lender, facts, contract, contractDate, today, until, price, paidOn } = papers
  const paid = paidOn
    ? `Проценты, начисленные по ${formatDate(paidOn)}, — ${formatRoubles(price.payNow)} — оплачены`
    : `${formatRoubles(price.payNow)}, если платить ${formatDate(today)}; с каждым следующим днём — на проценты этого дня больше`
  return {
    title: 'Соглашение о продлении срока займа',
    lines: [
      lender.legal.fullName,
      `ОГРН ${lender.legal.ogrn}, ИНН ${lender.legal.inn}`,
      `К договору займа № ${contract} от ${formatDate(contractDate)}`,
      `Составлено ${formatDate(today)}`,
    ],
    blocks: [
      {
        kind: 'rows',
        rows: [
          { label: 'Заёмщик', value: personName(facts) },
          {
            label: 'Паспорт',
            value: facts.passportNumber ? formatPassportNumber(facts.passportNumber as PassportNumber) : '',
          },
        ].filter(({ value }) => value),
      },
      {
        kind: 'table',
        head: ['Условие', 'Содержание'],
        widths: [200, '*'],
        rows: [
          ['Прежний срок возврата', formatDate(price.oldDueDate)],
          [
            'Новый срок возврата',
            `${formatDate(price.newDueDate)}, на ${formatDays(price.days)} позже${dayOff(price)}`,
          ],
          ['Оплатить для продления', paid],
          ['Сумма займа, которая остаётся', formatRoubles(price.principal)],
          ['Проценты до нового срока', formatRoubles(price.interestToCome)],
          ...(price.penalty > 0 ? [['Неустойка за дни просрочки, в новый срок', formatRoubles(price.penalty)]] : []),
          ['Вернуть в новый срок', formatRoubles(price.totalOnNewDate)],
          ['Переплата за всё время займа', formatRoubles(kopecks(price.overpaymentInAll))],
          ['Полная стоимость займа с продлением', `${formatPercent(price.fullCostPercent)} годовых`],
          ['Плата за продление, платные услуги', 'Отсутствуют'],
        ],
      },
      {
        kind: 'paragraph',
        text: `Новый срок действует со дня, когда оплачены начисленные проценты, если соглашение подписано; что раньше — подпись или оплата — не важно. Если до конца дня ${formatDate(until)} не сделано одно из двух, соглашение не действует, срок остаётся прежним, а оплаченное засчитано в долг.`,
      },
      {
        kind: 'paragraph',
        text: 'Ставка и остальные условия договора не меняются. Предел начислений по договору продление не увеличивает. Вернуть заём раньше нового срока можно в любой день: проценты только за дни займа.',
      },
    ],
  }
}

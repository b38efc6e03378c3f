import { debtOn, type LoanRow } from '#contract/calculation.ts'
import { dateWithLastDay, formatDate, type IsoDate } from '#contract/dates.ts'
import { type Facts, personName } from '#contract/facts.ts'
import { formatPassportNumber, type PassportNumber } from '#contract/identifiers.ts'
import type { Lender } from '#contract/lender.ts'
import { formatPercent, formatRoubles, kopecks } from '#contract/money.ts'
import type { PrintedContent } from '../documents/index.ts'
import type { KnownLoan } from '../loans/index.ts'

interface NewTermsPaper {
  readonly lender: Lender
  readonly facts: Facts
  readonly known: KnownLoan
  readonly on: IsoDate
  /** The appeal's. */
  readonly number: number
  readonly rows: readonly LoanRow[]
  readonly fullCostPercent: string
}

/** The agreement on new terms: what is owed on its day, every payment to come, the cost of the whole loan. */
export function newTermsAgreement({
  lender,
  facts,
  known,
  on,
  number,
  rows,
  fullCostPercent,
}: NewTermsPaper): PrintedContent {
  const { legal, rules } = lender
  const { principal, interest, penalty } = debtOn(known.loan, on, rules)
  const total = kopecks(rows.reduce((sum, { payment }) => sum + payment, 0))
  const { passportNumber } = facts
  return {
    title: 'Соглашение об изменении условий возврата займа',
    lines: [
      legal.fullName,
      `ОГРН ${legal.ogrn}, ИНН ${legal.inn}, ${legal.address}`,
      `К договору займа № ${known.contract} от ${formatDate(known.loan.contractDate)}, по обращению № ${number}`,
      `Составлено ${formatDate(on)}`,
    ],
    blocks: [
      {
        kind: 'rows',
        rows: [
          { label: 'Заёмщик', value: personName(facts) },
          { label: 'Паспорт', value: passportNumber ? formatPassportNumber(passportNumber as PassportNumber) : '' },
          { label: `Сумма займа, которую осталось вернуть на ${formatDate(on)}`, value: formatRoubles(principal) },
          { label: 'Проценты, начисленные и не уплаченные', value: formatRoubles(interest) },
          { label: 'Неустойка, начисленная раньше', value: penalty > 0 ? formatRoubles(penalty) : 'нет' },
        ].filter(({ value }) => value),
      },
      {
        kind: 'table',
        head: ['Дата', 'Платёж', 'Проценты', 'Сумма займа', 'Останется вернуть'],
        widths: ['*', '*', '*', '*', '*'],
        numbers: true,
        rows: rows.map(({ date, lastDay, payment, interest: part, principal: own, balance }) => [
          dateWithLastDay(date, lastDay),
          ...[payment, part, own, balance].map(formatRoubles),
        ]),
      },
      {
        kind: 'rows',
        rows: [
          { label: 'Заплатить всего', value: formatRoubles(total) },
          { label: 'Полная стоимость займа с изменениями', value: `${formatPercent(fullCostPercent)} годовых` },
          { label: 'Плата за изменение условий, платные услуги', value: 'Отсутствуют' },
        ],
      },
      {
        kind: 'paragraph',
        text: 'Новые даты и суммы заменяют прежние со дня подписания. Просрочки с этого дня нет. Проценты, которые не уплачены к этому дню, платятся отдельной строкой — последней — и новых процентов не приносят. Неустойка, начисленная раньше, остаётся и не растёт, пока платежи вносятся в срок.',
      },
      {
        kind: 'paragraph',
        text: 'Процентная ставка не повышается, остальные условия договора не меняются. Предел начислений по договору это соглашение не увеличивает. Вернуть заём раньше можно в любой день: проценты только за дни займа.',
      },
    ],
  }
}

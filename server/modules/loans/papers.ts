import {
  debtOn,
  isSingle,
  type LoanRow,
  partReturnsOf,
  type Rescheduling,
  type RunningLoan,
  scheduleOn,
} from '#contract/calculation.ts'
import { dateWithLastDay, formatDate, type IsoDate } from '#contract/dates.ts'
import { type Facts, personName } from '#contract/facts.ts'
import { formatPassportNumber, type PassportNumber } from '#contract/identifiers.ts'
import type { Lender } from '#contract/lender.ts'
import { formatPercent, formatRoubles, kopecks } from '#contract/money.ts'
import type { PrintedContent } from '../documents/index.ts'
import type { KnownLoan } from './book.ts'

interface Paper {
  readonly lender: Lender
  readonly facts: Facts
  readonly known: KnownLoan
  readonly today: IsoDate
}

const head = ({ lender, known, today }: Paper) => [
  lender.legal.fullName,
  `ОГРН ${lender.legal.ogrn}, ИНН ${lender.legal.inn}, ${lender.legal.address}`,
  `К договору займа № ${known.contract} от ${formatDate(known.loan.contractDate)}`,
  `Составлено ${formatDate(today)}`,
]

const borrower = ({ facts }: Paper) =>
  [
    { label: 'Заёмщик', value: personName(facts) },
    {
      label: 'Паспорт',
      value: facts.passportNumber ? formatPassportNumber(facts.passportNumber as PassportNumber) : '',
    },
  ].filter(({ value }) => value)

const sealed = {
  kind: 'paragraph' as const,
  text: 'Документ выдан в электронном виде и заверен ключом организации. Проверить его можно на странице «Документы».',
}

/** Each change of the payments has a paper of its own. */
export function scheduleVersion({ payments, reschedulings = [] }: RunningLoan, today: IsoDate): string {
  const returns = payments.filter(({ partReturn }) => partReturn).length
  const last = reschedulings.at(-1)
  if (!last) return `досрочный возврат ${returns}`
  const inside = paidInHoliday({ payments }, last, today)
  const money = inside > 0 ? `, внесено в каникулы ${inside}` : ''
  return `с ${last.on}${last.until ? ` по ${last.until}` : ''}${returns > 0 ? `, досрочных возвратов ${returns}` : ''}${money}`
}

/** How many payments came of the borrower's own will inside a holiday that is over: the payments after it are others than were printed before it. */
export const paidInHoliday = (
  { payments }: Pick<RunningLoan, 'payments'>,
  { on, until }: Rescheduling,
  today: IsoDate,
): number => (until === null || until > today ? 0 : payments.filter(({ date }) => date > on && date <= until).length)

/** What put other dates in the place of the first ones, in words. */
const moved = ({ reschedulings = [] }: RunningLoan) =>
  reschedulings.map(({ on, until }) =>
    until
      ? { label: `Каникулы с ${formatDate(on)} по ${formatDate(until)}`, value: 'платежи перенесены' }
      : { label: `Новые условия с ${formatDate(on)}`, value: 'платежи установлены заново' },
  )

/** A loan given back at once is printed with what it will take on its date. */
function printed(row: LoanRow, loan: RunningLoan, rules: Lender['rules']): LoanRow {
  if (!isSingle(loan)) return row
  const { total, interest, principal } = debtOn(loan, row.date, rules)
  return { ...row, payment: total, interest, principal }
}

/** The schedule after a part was given back: what is to be paid now, and the full cost of the whole loan (353-ФЗ art. 11 p. 8). */
export function newSchedule(paper: Paper): PrintedContent {
  const { known, today, lender } = paper
  const rows = scheduleOn(known.loan, today, lender.rules)
    .filter(({ date }) => date > today)
    .map((row) => printed(row, known.loan, lender.rules))
  const { fullCostPercent, given } = partReturnsOf(known.loan, today, lender.rules)
  const anew = moved(known.loan)
  return {
    title: anew.length > 0 ? 'График платежей' : 'График платежей после досрочного возврата части займа',
    lines: head(paper),
    blocks: [
      { kind: 'rows', rows: borrower(paper) },
      {
        kind: 'rows',
        rows: [
          ...anew,
          ...given.map(({ date, principal, interest }) => ({
            label: `Возвращено досрочно ${formatDate(date)}`,
            value: `${formatRoubles(principal)} займа и ${formatRoubles(interest)} процентов`,
          })),
        ],
      },
      {
        kind: 'table',
        head: ['Дата', 'Платёж', 'Проценты', 'Сумма займа', 'Останется вернуть'],
        widths: ['*', '*', '*', '*', '*'],
        numbers: true,
        rows: rows.map(({ date, lastDay, payment, interest, principal, balance }) => [
          dateWithLastDay(date, lastDay),
          ...[payment, interest, principal, balance].map(formatRoubles),
        ]),
      },
      {
        kind: 'paragraph',
        text: `Осталось заплатить ${formatRoubles(kopecks(rows.reduce((sum, { payment }) => sum + payment, 0)))}. Полная стоимость займа с учётом ${anew.length > 0 ? 'изменений' : 'досрочного возврата'} — ${formatPercent(fullCostPercent)} годовых.`,
      },
      sealed,
    ],
  }
}

/** «Ничего не должен»: given by itself when a loan is paid. */
export function settledPaper(paper: Paper): PrintedContent {
  const { loan, contract } = paper.known
  return {
    title: 'Справка об отсутствии задолженности',
    lines: head(paper),
    blocks: [
      { kind: 'rows', rows: borrower(paper) },
      {
        kind: 'paragraph',
        text: `По договору потребительского займа № ${contract} от ${formatDate(loan.contractDate)} на сумму ${formatRoubles(loan.principal)} задолженности на ${formatDate(paper.today)} нет: сумма займа, проценты и иные платежи по договору уплачены полностью, обязательства по нему прекращены.`,
      },
      {
        kind: 'rows',
        rows: [
          { label: 'Уплачено всего', value: formatRoubles(paidInAll(loan)) },
          { label: 'Последний платёж', value: formatDate(loan.payments.at(-1)?.date ?? paper.today) },
        ],
      },
      sealed,
    ],
  }
}

const paidInAll = ({ payments }: RunningLoan) => kopecks(payments.reduce((sum, { amount }) => sum + amount, 0))

import { lastDayFor, type Quote } from '#contract/calculation.ts'
import { dateWithLastDay, formatDate } from '#contract/dates.ts'
import { personName } from '#contract/facts.ts'
import { formatPassportNumber, type PassportNumber } from '#contract/identifiers.ts'
import { formatPercent, formatRoubles } from '#contract/money.ts'
import { requiredRuleOn } from '#contract/rules.ts'
import type { ClientDocuments, Draft, PrintedContent } from '../documents/index.ts'
import { type ConditionParts, conditionRows, overpaymentLimit } from './conditions.ts'
import { percentInWords, roublesInWords } from './words.ts'

export interface Papers extends ConditionParts {
  /** The contract's number, the same in all papers. */
  readonly number: string
  /** Version of the offer. */
  readonly version: number
}

const frames = (price: Quote): NonNullable<PrintedContent['fullCost']> => ({
  percent: [
    'ПОЛНАЯ СТОИМОСТЬ ЗАЙМА',
    '',
    formatPercent(price.fullCostPercent),
    `(${percentInWords(price.fullCostPercent).toUpperCase()})`,
    'ГОДОВЫХ',
  ],
  roubles: [
    'ПОЛНАЯ СТОИМОСТЬ ЗАЙМА',
    'В ДЕНЕЖНОМ ВЫРАЖЕНИИ',
    formatRoubles(price.fullCostRoubles),
    `(${roublesInWords(price.fullCostRoubles).toUpperCase()})`,
  ],
})

const head = ({ lender, number, timing }: Papers) => [
  lender.legal.fullName,
  `ОГРН ${lender.legal.ogrn}, ИНН ${lender.legal.inn}`,
  `Договор займа № ${number}`,
  `от ${formatDate(timing.contractDate)}`,
]

const sides = ({ facts }: Papers) => [
  { label: 'Заёмщик', value: personName(facts) },
  {
    label: 'Паспорт',
    value: facts.passportNumber ? formatPassportNumber(facts.passportNumber as PassportNumber) : '',
  },
  { label: 'Адрес регистрации', value: facts.registrationAddress ?? '' },
]

function conditions(papers: Papers): PrintedContent {
  const { lender, price, timing } = papers
  const limit = overpaymentLimit(lender.rules, price.principal, timing.issueDay)
  return {
    title: 'Индивидуальные условия договора потребительского займа',
    lines: head(papers),
    fullCost: frames(price),
    blocks: [
      {
        kind: 'paragraph',
        text: `Проценты, неустойка, иные меры ответственности и платежи за услуги по этому договору вместе не превысят ${limit}. Когда они достигнут этой суммы, начисления прекращаются.`,
      },
      { kind: 'rows', rows: sides(papers).filter(({ value }) => value) },
      {
        kind: 'table',
        head: ['№ п/п', 'Условие', 'Содержание условия'],
        widths: [36, 180, '*'],
        rows: conditionRows(papers).map(({ number, title, content }) => [number, title, content]),
      },
      {
        kind: 'paragraph',
        text: 'Договор считается заключённым, когда заёмщик получил деньги. До этого условия менять нельзя, а отказаться от займа можно в любой момент.',
      },
    ],
  }
}

function schedule(papers: Papers): PrintedContent {
  const { price, timing } = papers
  return {
    title: 'График платежей',
    lines: [...head(papers), `При получении денег ${formatDate(timing.issueDay)}`],
    blocks: [
      {
        kind: 'table',
        head: ['Дата', 'Платёж', 'Проценты', 'Сумма займа', 'Останется вернуть'],
        widths: ['*', '*', '*', '*', '*'],
        numbers: true,
        rows: price.rows.map(({ date, payment, interest, principal, balance }) => [
          dateWithLastDay(date, lastDayFor(papers.lender.calendar, date)),
          ...[payment, interest, principal, balance].map(formatRoubles),
        ]),
      },
      {
        kind: 'paragraph',
        text: `Всего вернуть ${formatRoubles(price.totalToReturn)}, из них проценты ${formatRoubles(price.overpayment)}. Если деньги придут в другой день, все даты сдвинутся на столько же дней, суммы останутся.`,
      },
    ],
  }
}

function notice(papers: Papers, percent: string): PrintedContent {
  return {
    title: 'Уведомление о показателе долговой нагрузки',
    lines: head(papers),
    blocks: [
      { kind: 'rows', rows: sides(papers).slice(0, 2) },
      {
        kind: 'paragraph',
        text: `Ваш показатель долговой нагрузки с учётом этого займа — ${formatPercent(percent)}. Это больше ${formatPercent(requiredRuleOn(papers.lender.rules, 'debtBurdenNotice', papers.timing.issueDay))}: такая часть вашего дохода будет уходить на платежи по кредитам и займам.`,
      },
      {
        kind: 'paragraph',
        text: 'Есть риск не справиться с платежами и получить неустойку. Если платить станет трудно, сообщите нам заранее: можно продлить срок или вернуть заём раньше.',
      },
      {
        kind: 'paragraph',
        text: 'Подписывая это уведомление, вы подтверждаете, что прочитали его до заключения договора.',
      },
    ],
  }
}

/** Prints an offer's documents in the order they are signed: conditions, schedule, debt burden notice where it is due. */
export async function printPapers(
  documents: Pick<ClientDocuments, 'print'>,
  papers: Papers,
): Promise<readonly Draft[]> {
  const version = String(papers.version)
  const { debtBurden } = papers.content
  return [
    await documents.print('conditions', version, conditions(papers)),
    await documents.print('schedule', version, schedule(papers)),
    ...(debtBurden?.notice
      ? [await documents.print('debtBurdenNotice', version, notice(papers, debtBurden.percent))]
      : []),
  ]
}

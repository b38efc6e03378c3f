import { Decimal } from '#contract/calculation/decimal.ts'
import { largestOverpayment, type Quote } from '#contract/calculation.ts'
import { formatDate } from '#contract/dates.ts'
import { type Duration, durationMs, formatDuration } from '#contract/durations.ts'
import { destinationText, type Facts } from '#contract/facts.ts'
import { formatPhone, type Phone } from '#contract/identifiers.ts'
import type { Lender } from '#contract/lender.ts'
import { formatPercent, formatRoubles } from '#contract/money.ts'
import { requiredRuleOn } from '#contract/rules.ts'
import { formatCount, formatDays } from '#contract/russian.ts'
import { formatTerm } from '#contract/wish.ts'
import type { OfferContent, Timing } from './content.ts'

/** One row of the table of individual conditions. */
export interface Condition {
  readonly number: string
  readonly title: string
  readonly content: string
}

export interface ConditionParts {
  readonly content: OfferContent
  readonly price: Quote
  readonly timing: Timing
  readonly facts: Facts
  readonly lender: Lender
  /** «редакция 1 от 1 марта 2026» of the general conditions in force. */
  readonly generalConditions: string
}

const none = 'Отсутствует'

const percent = (share: string) => formatPercent(new Decimal(share).times(100).toFixed())

function payments({ content, price }: ConditionParts): string {
  const { product } = content
  if (product.kind === 'single')
    return (
      `Один платёж ${formatRoubles(price.payment)} через ${formatDays(price.days)} ` +
      'после получения денег: сумма займа и проценты за всё время'
    )
  const last = price.rows.at(-1)
  const count = formatCount(price.rows.length, 'платёж', 'платежа', 'платежей')
  return `${count}: один раз в ${formatDays(product.everyDays)} по ${formatRoubles(price.payment)}, последний — ${formatRoubles(last?.payment ?? price.payment)}. Даты — в графике платежей`
}

function rate({ content, price }: ConditionParts): string {
  const { dailyRate } = content.product
  const base = `${formatPercent(price.yearlyRatePercent)} годовых (${percent(dailyRate)} в день)`
  if (price.freeDays === 0) return `${base}. Ставка постоянная`
  if (price.freeDays >= price.days) return `0 % при возврате в срок. После срока — ${base}`
  return `${base}. Первые ${formatDays(price.freeDays)} — 0 %`
}

function penalty({ timing, lender }: ConditionParts): string {
  const rule = requiredRuleOn(lender.rules, 'penalty', timing.contractDate)
  return (
    `Неустойка ${percent(rule.yearlyWhileInterestRuns)} годовых на просроченную часть суммы займа, пока начисляются проценты, ` +
    `и ${percent(rule.dailyWithoutInterest)} в день, когда проценты уже не начисляются. Штрафов нет`
  )
}

function delivery({ facts, timing }: ConditionParts): string {
  const where = facts.destination ? destinationText(facts.destination) : 'по реквизитам из заявки'
  const when = timing.coolingOff
    ? `по окончании периода охлаждения (${formatDuration(durationMs(timing.coolingOff as Duration))} после подписания): всё это время от займа можно отказаться бесплатно`
    : 'сразу после подписания'
  return `Переводом, ${when}. Получатель — только сам заёмщик: ${where}`
}

/**
 * Rows 1 to 16 in the regulator's order (353-ФЗ art. 5 p. 9), none left out, an empty one «Отсутствует»; the lender's own rows follow.
 */
export function conditionRows(parts: ConditionParts): readonly Condition[] {
  const { content, price, timing, lender, generalConditions } = parts
  const early = requiredRuleOn(lender.rules, 'earlyReturnDays', timing.contractDate)
  const limit = formatRoubles(largestOverpayment(lender.rules, price.principal, timing.contractDate))
  const row = (number: string, title: string, text: string): Condition => ({ number, title, content: text })
  return [
    row('1', 'Сумма займа', formatRoubles(price.principal)),
    row(
      '2',
      'Срок действия договора, срок возврата займа',
      `${formatTerm(content.product, content.term)}${content.product.kind === 'single' ? '' : `, всего ${formatDays(price.days)}`} со дня, следующего за днём получения денег. ` +
        `Если деньги придут ${formatDate(timing.issueDay)}, вернуть их нужно не позже ${formatDate(price.lastDate)}. Договор действует, пока заём не возвращён`,
    ),
    row('3', 'Валюта займа', 'Российский рубль'),
    row('4', 'Процентная ставка', rate(parts)),
    row('5', 'Порядок определения курса иностранной валюты при переводе денег третьему лицу', none),
    row(
      '5.1',
      'Изменение расходов заёмщика при увеличении переменной процентной ставки на один процентный пункт',
      none,
    ),
    row('6', 'Количество, размер и сроки платежей', payments(parts)),
    row(
      '7',
      'Как меняются платежи при частичном досрочном возврате',
      `Заём можно вернуть досрочно в любой день, целиком или частью, без предупреждения в первые ${formatDays(early)}. ` +
        'Проценты платятся только за дни, когда деньги были у вас; следующие платежи уменьшаются, сроки остаются',
    ),
    row(
      '8',
      'Способы исполнения обязательств по месту нахождения заёмщика',
      'На странице оплаты в личном кабинете: картой или через СБП; банковским переводом по реквизитам организации',
    ),
    row('8.1', 'Бесплатный способ исполнения обязательств', 'Через СБП или картой на странице оплаты: без комиссии'),
    row('9', 'Обязанность заёмщика заключить иные договоры', none),
    row('10', 'Обязанность заёмщика предоставить обеспечение', none),
    row('11', 'Цели использования займа', content.purpose || none),
    row('12', 'Ответственность заёмщика, размер неустойки', penalty(parts)),
    row(
      '13',
      'Уступка кредитором прав по договору третьим лицам',
      content.assignmentAllowed
        ? 'Заёмщик разрешает уступку прав по договору третьим лицам'
        : 'Заёмщик запрещает уступку прав по договору третьим лицам',
    ),
    row(
      '14',
      'Согласие заёмщика с общими условиями договора',
      `Заёмщик согласен с общими условиями: ${generalConditions}`,
    ),
    row('15', 'Платные услуги кредитора, необходимые для заключения договора', none),
    row(
      '16',
      'Способ обмена информацией между кредитором и заёмщиком',
      `Личный кабинет, СМС на номер заёмщика, электронная почта; телефон ${formatPhone(lender.contacts.phone as Phone)}, ${lender.contacts.email}. ` +
        'Об изменении своих данных заёмщик сообщает через личный кабинет',
    ),
    row('17', 'Способ передачи денег', delivery(parts)),
    row(
      '18',
      'Предел начислений',
      `Проценты, неустойка и платные услуги вместе не могут превысить ${limit}; после этого начисления прекращаются`,
    ),
  ]
}

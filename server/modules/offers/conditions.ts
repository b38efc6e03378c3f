import { Decimal } from '#contract/calculation/decimal.ts'
import { largestOverpayment, lastDayFor, type Quote } from '#contract/calculation.ts'
import { addDays, dateWithLastDay, formatDate, type IsoDate } from '#contract/dates.ts'
import { type Duration, durationMs, formatDuration } from '#contract/durations.ts'
import { destinationInFull, type Facts } from '#contract/facts.ts'
import { formatPhone, type Phone } from '#contract/identifiers.ts'
import type { Lender } from '#contract/lender.ts'
import { formatPercent, formatRoubles, type Kopecks } from '#contract/money.ts'
import { type RuleTable, requiredRuleOn } from '#contract/rules.ts'
import { formatCount, formatDays } from '#contract/russian.ts'
import { requisitesInWords, transferPurpose } from '#contract/transfer.ts'
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
  if (price.freeDays >= price.days)
    return price.lateInterest
      ? `0 % при возврате в срок. После срока — ${base}`
      : '0 %. После срока проценты не начисляются, только неустойка (строка 12)'
  return `${base}. Первые ${formatDays(price.freeDays)} — 0 %`
}

function penalty({ timing, lender }: ConditionParts): string {
  const rule = requiredRuleOn(lender.rules, 'penalty', timing.issueDay)
  return (
    `Неустойка ${percent(rule.yearlyWhileInterestRuns)} годовых на просроченную часть суммы займа, пока начисляются проценты, ` +
    `и ${percent(rule.dailyWithoutInterest)} в день, когда проценты уже не начисляются. Штрафов нет`
  )
}

/** Row 8. A transfer is promised only with the account it goes to. */
function paying(lender: Lender, number: string, day: IsoDate): string {
  const online = 'На странице оплаты в личном кабинете: картой или через СБП'
  if (lender.accounts.length === 0) return online
  const purpose = transferPurpose({ number, day })
  return `${online}; банковским переводом. ${requisitesInWords(lender)}. Назначение: «${purpose}»`
}

function delivery({ facts, timing }: ConditionParts): string {
  const where = facts.destination ? destinationInFull(facts.destination) : 'по реквизитам из заявки'
  const when = timing.coolingOff
    ? `по окончании периода охлаждения (${formatDuration(durationMs(timing.coolingOff as Duration))} после подписания): всё это время от займа можно отказаться бесплатно`
    : 'сразу после подписания'
  return `Переводом, ${when}. Получатель — только сам заёмщик: ${where}`
}

/**
 * The most a loan may cost, by the day the money goes, which concludes the contract. Where the law changes soon after the day that is expected, the
 * paper says what holds if the money comes later: one figure for each day, the one the debt stops at.
 */
export function overpaymentLimit(rules: RuleTable, principal: Kopecks, issueDay: IsoDate): string {
  const figure = (day: IsoDate) => formatRoubles(largestOverpayment(rules, principal, day))
  const change = rules.find(
    ({ rule, from }) => rule === 'overpaymentCap' && from !== null && from > issueDay && from <= addDays(issueDay, 30),
  )
  if (!change?.from) return figure(issueDay)
  return `${figure(issueDay)} (если деньги придут ${formatDate(change.from)} или позже — ${figure(change.from)})`
}

/**
 * Rows 1 to 16 in the regulator's order (353-ФЗ art. 5 p. 9), none left out, an empty one «Отсутствует»; the lender's own rows follow.
 */
export function conditionRows(parts: ConditionParts): readonly Condition[] {
  const { content, price, timing, lender, generalConditions } = parts
  const early = requiredRuleOn(lender.rules, 'earlyReturnDays', timing.issueDay)
  const limit = overpaymentLimit(lender.rules, price.principal, timing.issueDay)
  const row = (number: string, title: string, text: string): Condition => ({ number, title, content: text })
  return [
    row('1', 'Сумма кредита (займа) или лимит кредитования и порядок его изменения', formatRoubles(price.principal)),
    row(
      '2',
      'Срок действия договора, срок возврата кредита (займа)',
      `${formatTerm(content.product, content.term)}${content.product.kind === 'single' ? '' : `, всего ${formatDays(price.days)}`} со дня, следующего за днём получения денег. ` +
        `Если деньги придут ${formatDate(timing.issueDay)}, вернуть их нужно не позже ${dateWithLastDay(price.lastDate, lastDayFor(lender.calendar, price.lastDate))}. Договор действует, пока заём не возвращён`,
    ),
    row('3', 'Валюта, в которой предоставляется кредит (заем)', 'Российский рубль'),
    row(
      '4',
      'Процентная ставка (процентные ставки) (в процентах годовых) или порядок ее (их) определения',
      rate(parts),
    ),
    row(
      '5',
      'Порядок определения курса иностранной валюты при переводе денежных средств кредитором третьему лицу, указанному заемщиком',
      none,
    ),
    row(
      '5.1',
      'Указание на изменение суммы расходов заемщика при увеличении используемой в договоре переменной процентной ставки потребительского кредита (займа) на один процентный пункт начиная со второго очередного платежа на ближайшую дату после предполагаемой даты заключения договора',
      none,
    ),
    row(
      '6',
      'Количество, размер и периодичность (сроки) платежей заемщика по договору или порядок определения этих платежей',
      payments(parts),
    ),
    row(
      '7',
      'Порядок изменения количества, размера и периодичности (сроков) платежей заемщика при частичном досрочном возврате кредита (займа)',
      `Заём можно вернуть досрочно в любой день, целиком или частью, без предупреждения в первые ${formatDays(early)}. ` +
        'Проценты платятся только за дни, когда деньги были у вас; ' +
        (content.product.kind === 'single'
          ? 'всё внесённое раньше срока сразу уменьшает долг'
          : 'следующие платежи уменьшаются, сроки остаются. Деньги, внесённые раньше даты без просьбы о досрочном возврате, ждут даты платежа'),
    ),
    row(
      '8',
      'Способы исполнения заемщиком обязательств по договору по месту нахождения заемщика',
      paying(lender, content.number, timing.contractDate),
    ),
    row(
      '8.1',
      'Бесплатный способ исполнения заемщиком обязательств по договору',
      'Через СБП или картой на странице оплаты: без комиссии',
    ),
    row('9', 'Обязанность заемщика заключить иные договоры', none),
    row(
      '10',
      'Обязанность заемщика по предоставлению обеспечения исполнения обязательств по договору и требования к такому обеспечению',
      none,
    ),
    row('11', 'Цели использования заемщиком потребительского кредита (займа)', content.purpose || none),
    row(
      '12',
      'Ответственность заемщика за ненадлежащее исполнение условий договора, размер неустойки (штрафа, пени) или порядок их определения',
      penalty(parts),
    ),
    row(
      '13',
      'Условие об уступке кредитором третьим лицам прав (требований) по договору',
      content.assignmentAllowed
        ? 'Заёмщик разрешает уступку прав по договору третьим лицам'
        : 'Заёмщик запрещает уступку прав по договору третьим лицам',
    ),
    row(
      '14',
      'Согласие заемщика с общими условиями договора',
      `Заёмщик согласен с общими условиями: ${generalConditions}`,
    ),
    row(
      '15',
      'Услуги, оказываемые кредитором заемщику за отдельную плату и необходимые для заключения договора, их цена или порядок ее определения, а также согласие заемщика на оказание таких услуг',
      none,
    ),
    row(
      '16',
      'Способ обмена информацией между кредитором и заемщиком',
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

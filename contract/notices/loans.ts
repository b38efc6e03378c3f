import { formatDate, type IsoDate } from '../dates.ts'
import { formatPhone, type Phone } from '../identifiers.ts'
import { formatPercent, formatRoubles, type Kopecks } from '../money.ts'
import { type AutopayEnd, autopayEnds } from '../paying.ts'
import { formatDays } from '../russian.ts'
import type { Notices } from './notice.ts'

/** A payment to come: its day, the last day it is in time, how many days ahead. */
export interface PaymentAhead {
  readonly days: number
  readonly date: IsoDate
  readonly lastDay: IsoDate
  readonly amount: Kopecks
}

/** What came of a payment: counted, held till its day, taken as a part return, or there was nothing to pay. */
export type PaymentCame = { readonly amount: Kopecks } & (
  | { readonly did: 'counted'; readonly left: Kopecks }
  | { readonly did: 'held'; readonly until: IsoDate }
  | { readonly did: 'partReturn'; readonly payments: Kopecks }
  | { readonly did: 'nothing' }
)

export interface OverdueDebt {
  readonly creditor: string
  readonly contract: string
  readonly due: Kopecks
  readonly since: IsoDate
  readonly principal: Kopecks
  readonly interest: Kopecks
  /** Of the penalty, per cent a year: '20'. */
  readonly yearly: string
  readonly penalty: Kopecks
  readonly phone: string
}

function ahead({ days, date, lastDay, amount }: PaymentAhead): string {
  const when = days === 1 ? 'завтра' : `через ${formatDays(days)}`
  const off = lastDay > date ? ` Это выходной: без неустойки — до ${formatDate(lastDay)}.` : ''
  return `${when}, ${formatDate(date)}, платёж по займу ${formatRoubles(amount)}.${off} Оплатить или продлить можно в личном кабинете.`
}

function came(payment: PaymentCame): string {
  const sum = formatRoubles(payment.amount)
  switch (payment.did) {
    case 'counted':
      return `платёж ${sum} получен, до закрытия займа сегодня осталось ${formatRoubles(payment.left)}.`
    case 'held':
      return `платёж ${sum} получен, зачтём ${formatDate(payment.until)}, в день платежа. Вернуть часть раньше — в личном кабинете.`
    case 'partReturn':
      return `платёж ${sum} получен, досрочно зачли часть займа. Платежи теперь по ${formatRoubles(payment.payments)}, даты прежние. График — в личном кабинете.`
    case 'nothing':
      return `получили ${sum}, но платить было не за что: деньги у нас, вернём. Позвоните или напишите нам.`
  }
}

function closed({ overpaid }: { overpaid: Kopecks }): string {
  const over = overpaid > 0 ? ` Вы заплатили на ${formatRoubles(overpaid)} больше: вернём.` : ' Спасибо!'
  return `заём закрыт, вы ничего не должны.${over} Справка — в личном кабинете.`
}

/** The words the law asks for: who the creditor is, that the debt is overdue, its sum and parts, a phone (230-ФЗ, art. 7; 353-ФЗ, art. 10 p. 4). */
function overdue({ creditor, contract, due, since, principal, interest, yearly, penalty, phone }: OverdueDebt): string {
  const charged = penalty > 0 ? `, начислено ${formatRoubles(penalty)}` : ''
  return (
    `${creditor}: по договору ${contract} просроченная задолженность ${formatRoubles(due)} с ${formatDate(since)}: ` +
    `долг ${formatRoubles(principal)}, проценты ${formatRoubles(interest)}. Неустойка ${formatPercent(yearly)} годовых${charged}. ` +
    `Оплатить или сказать, что платить трудно: личный кабинет, ${formatPhone(phone as Phone)}`
  )
}

/** Every notice of a loan: what is not here is not told. */
export const loanNotices = {
  paymentReminder: {
    title: 'Напоминание о платеже',
    channels: ['sms'],
    hours: 'day',
    collection: false,
    when: 'за столько дней до даты, сколько назначено правилом «Напоминания о платеже»',
    words: ahead,
  },
  paymentReceived: {
    title: 'Платёж получен',
    channels: ['sms'],
    hours: 'atOnce',
    collection: false,
    when: 'сразу, когда платёж учтён',
    words: came,
  },
  loanClosed: {
    title: 'Заём закрыт',
    channels: ['sms'],
    hours: 'day',
    collection: false,
    when: 'сразу, когда внесено всё',
    words: closed,
  },
  paymentVoided: {
    title: 'Платёж отозван',
    channels: ['sms'],
    hours: 'day',
    collection: false,
    when: 'в тот же день, когда платёж перестали учитывать',
    words: ({ amount, day }: { amount: Kopecks; day: IsoDate }) =>
      `платёж ${formatRoubles(amount)} от ${formatDate(day)} больше не учтён: его отозвал банк плательщика или он был не по этому займу. Что это меняет — в личном кабинете.`,
  },
  refunded: {
    title: 'Деньги возвращены',
    channels: ['sms'],
    hours: 'day',
    collection: false,
    when: 'в тот же день, когда лишнее вернула касса или записан перевод',
    words: ({ amount, transferred }: { amount: Kopecks; transferred?: IsoDate }) =>
      `вернули ${formatRoubles(amount)} ${transferred ? `переводом ${formatDate(transferred)}` : 'туда, откуда пришёл платёж'}.`,
  },
  autopayTomorrow: {
    title: 'Автоплатёж завтра',
    channels: ['sms'],
    hours: 'day',
    collection: false,
    when: 'накануне даты платежа в 10 часов; без неё не списываем',
    words: ({ date, amount, means }: { date: IsoDate; amount: Kopecks; means: string }) =>
      `завтра, ${formatDate(date)}, спишем ${formatRoubles(amount)}: ${means}. Отключить: кабинет → Мой заём`,
  },
  autopayFailed: {
    title: 'Автоплатёж не прошёл',
    channels: ['sms'],
    hours: 'day',
    collection: false,
    when: 'сразу после неудачного списания, пока платёж не просрочен',
    words: ({ amount, again }: { amount: Kopecks; again: string }) =>
      `списать ${formatRoubles(amount)} не получилось. Повторим ${again}, или заплатите сами`,
  },
  autopayEnded: {
    title: 'Автоплатёж отключён',
    channels: ['sms'],
    hours: 'day',
    collection: false,
    when: 'когда списывать дальше нельзя',
    words: ({ because }: { because: AutopayEnd }) =>
      `автоплатёж отключён: ${autopayEnds[because]}. Заплатите сами: кабинет → Мой заём`,
  },
  overdue: {
    title: 'Просрочка: уведомление',
    channels: ['sms'],
    hours: 'day',
    collection: true,
    when: 'в первый день просрочки каждого платежа, по закону не позже седьмого',
    words: overdue,
  },
  overdueMore: {
    title: 'Просрочка: напоминание',
    channels: ['sms'],
    hours: 'day',
    collection: true,
    when: 'на 4, 8, 15 и 25 день просрочки',
    words: overdue,
  },
  prolonged: {
    title: 'Срок займа продлён',
    channels: ['sms'],
    hours: 'day',
    collection: false,
    when: 'сразу, когда соглашение подписано и проценты оплачены',
    words: ({ until, total }: { until: IsoDate; total: Kopecks }) =>
      `срок займа продлён до ${formatDate(until)}. В этот день вернуть ${formatRoubles(total)}.`,
  },
  prolongationOver: {
    title: 'Срок займа не продлён',
    channels: ['sms'],
    hours: 'day',
    collection: false,
    when: 'когда день, до которого можно было продлить, прошёл',
    words: ({ missing }: { missing: 'signature' | 'payment' }) =>
      `заём не продлён: ${missing === 'signature' ? 'соглашение не подписано' : 'проценты не оплачены'}. Всё, что вы заплатили, засчитано в долг.`,
  },
} as const satisfies Notices

/** Days of an overdue payment on which the borrower is told again, after the notice of the first. */
export const overdueTellings = [4, 8, 15, 25] as const

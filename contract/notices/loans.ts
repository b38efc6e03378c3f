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

const ahead = ({ days, date, lastDay, amount }: PaymentAhead) => ({
  когда: days === 1 ? 'завтра' : `через ${formatDays(days)}`,
  день: formatDate(date),
  сумма: formatRoubles(amount),
  'если выходной': lastDay > date ? `Это выходной: без неустойки — до ${formatDate(lastDay)}.` : '',
})

function became(payment: PaymentCame): string {
  switch (payment.did) {
    case 'counted':
      return `до закрытия займа сегодня осталось ${formatRoubles(payment.left)}.`
    case 'held':
      return `зачтём ${formatDate(payment.until)}, в день платежа. Вернуть часть раньше — в личном кабинете.`
    case 'partReturn':
      return `досрочно зачли часть займа. Платежи теперь по ${formatRoubles(payment.payments)}, даты прежние. График — в личном кабинете.`
    case 'nothing':
      return 'но платить было не за что: деньги у нас, вернём. Позвоните или напишите нам.'
  }
}

const closed = ({ overpaid }: { overpaid: Kopecks }) => ({
  'если переплата': overpaid > 0 ? `Вы заплатили на ${formatRoubles(overpaid)} больше: вернём.` : 'Спасибо!',
})

/** The words the law asks for: who the creditor is, that the debt is overdue, its sum and parts, a phone (230-ФЗ, art. 7; 353-ФЗ, art. 10 p. 4). */
const overdueWords =
  '{кредитор}: по договору {договор} просроченная задолженность {сколько просрочено} с {день}: долг {долг}, проценты {проценты}. ' +
  'Неустойка {неустойка}. Оплатить или сказать, что платить трудно: личный кабинет, {телефон организации}'

const overdue = (debt: OverdueDebt) => ({
  кредитор: debt.creditor,
  договор: debt.contract,
  'сколько просрочено': formatRoubles(debt.due),
  день: formatDate(debt.since),
  долг: formatRoubles(debt.principal),
  проценты: formatRoubles(debt.interest),
  неустойка: `${formatPercent(debt.yearly)} годовых${debt.penalty > 0 ? `, начислено ${formatRoubles(debt.penalty)}` : ''}`,
  'телефон организации': formatPhone(debt.phone as Phone),
})

/** Every notice of a loan: what is not here is not told. */
export const loanNotices = {
  paymentReminder: {
    title: 'Напоминание о платеже',
    channels: ['sms'],
    hours: 'day',
    collection: false,
    when: 'за столько дней до даты, сколько назначено правилом «Напоминания о платеже»',
    words: '{когда}, {день}, платёж по займу {сумма}. {если выходной} Оплатить или продлить можно в личном кабинете.',
    values: ahead,
  },
  paymentReceived: {
    title: 'Платёж получен',
    channels: ['sms'],
    hours: 'atOnce',
    collection: false,
    when: 'сразу, когда платёж учтён',
    words: '{получено}, {что с ним стало}',
    values: (payment: PaymentCame) => ({
      получено: `${payment.did === 'nothing' ? 'получили' : 'платёж'} ${formatRoubles(payment.amount)}${payment.did === 'nothing' ? '' : ' получен'}`,
      'что с ним стало': became(payment),
    }),
  },
  loanClosed: {
    title: 'Заём закрыт',
    channels: ['sms'],
    hours: 'day',
    collection: false,
    when: 'сразу, когда внесено всё',
    words: 'заём закрыт, вы ничего не должны. {если переплата} Справка — в личном кабинете.',
    values: closed,
  },
  paymentVoided: {
    title: 'Платёж отозван',
    channels: ['sms'],
    hours: 'day',
    collection: false,
    when: 'в тот же день, когда платёж перестали учитывать',
    words:
      'платёж {сумма} от {день} больше не учтён: его отозвал банк плательщика или он был не по этому займу. Что это меняет — в личном кабинете.',
    values: ({ amount, day }: { amount: Kopecks; day: IsoDate }) => ({
      сумма: formatRoubles(amount),
      день: formatDate(day),
    }),
  },
  refunded: {
    title: 'Деньги возвращены',
    channels: ['sms'],
    hours: 'day',
    collection: false,
    when: 'в тот же день, когда лишнее вернула касса или записан перевод',
    words: 'вернули {сумма} {как}.',
    values: ({ amount, transferred }: { amount: Kopecks; transferred?: IsoDate }) => ({
      сумма: formatRoubles(amount),
      как: transferred ? `переводом ${formatDate(transferred)}` : 'туда, откуда пришёл платёж',
    }),
  },
  autopayTomorrow: {
    title: 'Автоплатёж завтра',
    channels: ['sms'],
    hours: 'day',
    collection: false,
    when: 'накануне даты платежа в 10 часов; без неё не списываем',
    words: 'завтра, {день}, спишем {сумма}: {откуда}. Отключить: кабинет → Мой заём',
    values: ({ date, amount, means }: { date: IsoDate; amount: Kopecks; means: string }) => ({
      день: formatDate(date),
      сумма: formatRoubles(amount),
      откуда: means,
    }),
  },
  autopayFailed: {
    title: 'Автоплатёж не прошёл',
    channels: ['sms'],
    hours: 'day',
    collection: false,
    when: 'сразу после неудачного списания, пока платёж не просрочен',
    words: 'списать {сумма} не получилось. Повторим {когда}, или заплатите сами',
    values: ({ amount, again }: { amount: Kopecks; again: string }) => ({
      сумма: formatRoubles(amount),
      когда: again,
    }),
  },
  autopayEnded: {
    title: 'Автоплатёж отключён',
    channels: ['sms'],
    hours: 'day',
    collection: false,
    when: 'когда списывать дальше нельзя',
    words: 'автоплатёж отключён: {почему}. Заплатите сами: кабинет → Мой заём',
    values: ({ because }: { because: AutopayEnd }) => ({ почему: autopayEnds[because] }),
  },
  overdue: {
    title: 'Просрочка: уведомление',
    channels: ['sms'],
    hours: 'day',
    collection: true,
    when: 'в первый день просрочки каждого платежа, по закону не позже седьмого',
    words: overdueWords,
    values: overdue,
  },
  overdueMore: {
    title: 'Просрочка: напоминание',
    channels: ['sms'],
    hours: 'day',
    collection: true,
    when: 'на 4, 8, 15 и 25 день просрочки',
    words: overdueWords,
    values: overdue,
  },
  prolonged: {
    title: 'Срок займа продлён',
    channels: ['sms'],
    hours: 'day',
    collection: false,
    when: 'сразу, когда соглашение подписано и проценты оплачены',
    words: 'срок займа продлён до {день}. В этот день вернуть {сумма}.',
    values: ({ until, total }: { until: IsoDate; total: Kopecks }) => ({
      день: formatDate(until),
      сумма: formatRoubles(total),
    }),
  },
  prolongationOver: {
    title: 'Срок займа не продлён',
    channels: ['sms'],
    hours: 'day',
    collection: false,
    when: 'когда день, до которого можно было продлить, прошёл',
    words: 'заём не продлён: {почему}. Всё, что вы заплатили, засчитано в долг.',
    values: ({ missing }: { missing: 'signature' | 'payment' }) => ({
      почему: missing === 'signature' ? 'соглашение не подписано' : 'проценты не оплачены',
    }),
  },
} as const satisfies Notices

/** Days of an overdue payment on which the borrower is told again, after the notice of the first. */
export const overdueTellings = [4, 8, 15, 25] as const

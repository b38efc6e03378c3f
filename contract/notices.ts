/** Something a borrower is told of a loan by itself. */
interface Notice {
  /** For the staff. */
  readonly title: string
  /** The first one; the next only when it was not delivered. */
  readonly channels: readonly ['sms', ...'email'[]]
  /** At once, or in the hours of the debtor's clock in which nobody is woken. */
  readonly hours: 'atOnce' | 'day'
  /** About an overdue debt: counted and limited by 230-ФЗ, art. 7. */
  readonly collection: boolean
  /** When, as the table of the office says it. */
  readonly when: string
}

/** Every notice of a loan: what is not here is not told. */
export const loanNotices = {
  paymentReminder: {
    title: 'Напоминание о платеже',
    channels: ['sms'],
    hours: 'day',
    collection: false,
    when: 'за столько дней до даты, сколько назначено правилом «Напоминания о платеже»',
  },
  paymentReceived: {
    title: 'Платёж получен',
    channels: ['sms'],
    hours: 'atOnce',
    collection: false,
    when: 'сразу, когда платёж учтён',
  },
  loanClosed: {
    title: 'Заём закрыт',
    channels: ['sms'],
    hours: 'day',
    collection: false,
    when: 'сразу, когда внесено всё',
  },
  refunded: {
    title: 'Деньги возвращены',
    channels: ['sms'],
    hours: 'day',
    collection: false,
    when: 'в тот же день, когда касса вернула лишнее',
  },
  autopayTomorrow: {
    title: 'Автоплатёж завтра',
    channels: ['sms'],
    hours: 'day',
    collection: false,
    when: 'накануне даты платежа в 10 часов; без неё не списываем',
  },
  autopayFailed: {
    title: 'Автоплатёж не прошёл',
    channels: ['sms'],
    hours: 'day',
    collection: false,
    when: 'сразу после неудачного списания, пока платёж не просрочен',
  },
  autopayEnded: {
    title: 'Автоплатёж отключён',
    channels: ['sms'],
    hours: 'day',
    collection: false,
    when: 'когда списывать дальше нельзя',
  },
  paymentVoided: {
    title: 'Платёж отозван',
    channels: ['sms'],
    hours: 'day',
    collection: false,
    when: 'в тот же день, когда платёж перестали учитывать',
  },
  overdue: {
    title: 'Просрочка: уведомление',
    channels: ['sms'],
    hours: 'day',
    collection: true,
    when: 'в первый день просрочки каждого платежа, по закону не позже седьмого',
  },
  overdueMore: {
    title: 'Просрочка: напоминание',
    channels: ['sms'],
    hours: 'day',
    collection: true,
    when: 'на 4, 8, 15 и 25 день просрочки',
  },
} as const satisfies Readonly<Record<string, Notice>>

export type LoanNotice = keyof typeof loanNotices

/** Days of an overdue payment on which the borrower is told again, after the notice of the first. */
export const overdueTellings = [4, 8, 15, 25] as const

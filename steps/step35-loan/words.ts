import type { PaymentView } from '#contract/calls/payments.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { formatRoubles, kopecks } from '#contract/money.ts'

export const money = (amount: number) => formatRoubles(kopecks(amount))
export const day = (date: string) => formatDate(date as IsoDate)

/** What a payment is for, as its payer would say it. */
export const purposeWords: Readonly<Record<PaymentView['purpose'], string>> = {
  next: 'Платёж по графику',
  due: 'То, что подошло к оплате',
  whole: 'Весь заём',
  part: 'Часть займа досрочно',
  sum: 'Своя сумма',
  prolong: 'Проценты за продление',
  autopay: 'Автоплатёж',
}

import type { CallAnswer } from '#contract/call.ts'
import type { officeLoan } from '#contract/calls/office/loans.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { formatRoubles, kopecks } from '#contract/money.ts'

export type LoanPage = CallAnswer<typeof officeLoan>

export const dayText = (day: string) => formatDate(day as IsoDate, 'numeric')
export const sumText = (amount: number) => formatRoubles(kopecks(amount))

/** Who told of a payment, as the staff call it */
export const providerText = (provider: string): string =>
  provider.startsWith('machine:') ? 'подключённая система' : provider === 'suspense' ? 'из невыясненных' : provider

const accounts: Readonly<Record<string, string>> = {
  principal: 'Основной долг, срок не наступил',
  principalDue: 'Основной долг, к оплате',
  interest: 'Проценты текущие',
  interestDue: 'Проценты, к оплате',
  penalty: 'Неустойка',
  received: 'Поступило, не распределено',
  held: 'Ждёт даты платежа',
  overpaid: 'Переплата, к возврату',
  incomeInterest: 'Доход: проценты',
  incomePenalty: 'Доход: неустойка',
  suspense: 'Невыясненные поступления',
  refunds: 'Возвраты в пути',
  fees: 'Комиссии',
}

/** An account of the book as the staff call it */
export const accountText = (account: string): string => {
  const [kind, name] = account.split(':')
  if (kind === 'transit')
    return `В пути: ${name === 'payout' ? 'выплаты' : providerText(account.slice('transit:'.length))}`
  if (kind === 'bank') return `Расчётный счёт ${name}`
  return accounts[account] ?? account
}

const kinds: Readonly<Record<string, string>> = {
  payout: 'Выдача',
  payment: 'Платёж получен',
  refund: 'Возврат поручен',
  refunded: 'Возврат сделан',
  placed: 'Платёж из невыясненных',
  suspense: 'Невыясненное поступление',
  void: 'Платёж снят',
  accrual: 'Начислено',
  due: 'Наступил срок',
  allocation: 'Платёж распределён',
  postponement: 'Срок перенесён',
  reversal: 'Сторно',
}

export const kindText = (kind: string) => kinds[kind] ?? kind

import { formatDate, type IsoDate } from './dates.ts'
import type { Lender } from './lender.ts'

/** A contract as a payment order names it. */
export interface NamedContract {
  /** «261123-000123-04»: by it the statement of the bank finds the loan. */
  readonly number: string
  readonly day: IsoDate
}

export const transferPurpose = ({ number, day }: NamedContract): string =>
  `Погашение займа по договору ${number} от ${formatDate(day, 'numeric')}, НДС не облагается`

export interface Requisite {
  readonly label: string
  readonly value: string
}

/** The lender's account as a bank's form asks for it; the first of several. Empty: the lender takes no transfers. */
export function transferRequisites({ legal, accounts }: Pick<Lender, 'legal' | 'accounts'>): readonly Requisite[] {
  const [account] = accounts
  if (!account) return []
  return [
    { label: 'Получатель', value: legal.shortName },
    { label: 'ИНН', value: legal.inn },
    { label: 'Счёт', value: account.account },
    { label: 'Банк', value: account.bank },
    { label: 'БИК', value: account.bik },
    { label: 'Корр. счёт', value: account.correspondent },
  ]
}

/** The same in one sentence, for the contract. */
export const requisitesInWords = (lender: Pick<Lender, 'legal' | 'accounts'>): string =>
  transferRequisites(lender)
    .map(({ label, value }) => `${label}: ${value}`)
    .join('; ')

import { Decimal } from '#contract/calculation/decimal.ts'
import { type Quote, quote } from '#contract/calculation.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { Product } from '#contract/lender.ts'
import { type Kopecks, kopecks } from '#contract/money.ts'
import type { OwnList } from '#contract/person/lists.ts'
import type { Signal } from '#contract/person/signals.ts'
import type { LenderKind, RuleTable } from '#contract/rules.ts'
import type { BureauReport } from '#server/providers/bureau/port.ts'
import type { RegistryFacts } from '../registry/index.ts'

/** What this lender knows of the person from its own loans. */
export interface OwnHistory {
  /** Loans ever paid out. */
  readonly loans: number
  /** Loans of up to the rule's days taken this calendar year. */
  readonly shortLoansThisYear: number
  /** Full cost by the contract of each loan that is not paid back, per cent a year. */
  readonly unpaid: readonly string[]
  /** What those loans take a month, whole kopecks. */
  readonly monthlyPayments: number
  /** Days the latest payment is overdue now; 0: none is. */
  readonly overdueDays: number
  /** Loans paid back: their full cost and the day. Absent: decided before pauses were looked at. */
  readonly closed?: ReadonlyArray<{ readonly fullCost: string; readonly on: IsoDate }>
}

/** A row that does not speak of a person, to the end of a day. */
export interface Snoozed {
  readonly id: string
  readonly row: string
  readonly until: IsoDate
}

/** Everything a decision depends on, and nothing else: kept sealed, a decision can be made again from it. Sums in kopecks. */
export interface DecisionInputs {
  readonly day: IsoDate
  readonly lenderKind: LenderKind
  readonly identityProvider: 'none' | 'esia'
  /** Who may say who somebody is has said so of this person, for this request, and it fits what was sent. */
  readonly identified: boolean
  /** What was said. Absent: decided before it was asked; null: nothing. */
  readonly identity?: {
    readonly level: string
    readonly basis: readonly string[]
    readonly at: string
    readonly fit: string
  } | null
  /** Somebody here can still be asked, before the contract. Absent: nobody could. */
  readonly identityAskable?: boolean
  /** Our own ОГРН: loans of ours that a bureau tells of are counted in our books. */
  readonly ogrn: string
  /** The rows of the rule table in force that day. */
  readonly rules: RuleTable
  readonly product: Product
  /** The hash of the tariffs it is of. Absent: decided before they had versions. */
  readonly tariffs?: string
  readonly wish: {
    readonly amount: number
    readonly term: number
    readonly promo: string | null
    readonly firstLoan: boolean
  }
  readonly person: { readonly age: number }
  readonly income: {
    readonly declared: number
    /** Average of the person's region, from the lender's table. */
    readonly regional: number
  }
  readonly declaredPayments: number
  readonly bureau: BureauReport & { readonly name: string }
  readonly own: OwnHistory
  /** What the qualified bureaus say. Absent: decided before they were asked, or by a lender who asks none. */
  readonly registry?: RegistryFacts
  /** The word of the lender's own scoring; null: it has not said one that still holds. Absent: of a time before it was asked. */
  readonly opinion?: { readonly score: number; readonly reasons: readonly string[] } | null
  /** What came of asking the lender's scoring for that word. Absent: it was not asked. */
  readonly scoring?: 'answered' | 'silent'
  readonly blacklisted: boolean
  /** The lender's own lists the person is on. Absent: decided before there were others than the black one. */
  readonly lists?: readonly OwnList[]
  /** Rows of the table that two of the staff have silenced for this person until a day. Absent: of a time before that could be done. */
  readonly snoozed?: readonly Snoozed[]
  /** What is remarkable about the person beside others. Absent: decided before it was looked at. */
  readonly signals?: readonly Signal[]
  /** An earlier decision on this request asked for a second person, who has now looked. */
  readonly referredBefore: boolean
}

/** One decision looks at the same loan up to six times, and its price is most of the work. */
const prices = new WeakMap<DecisionInputs, Map<string, Quote>>()

export function priceOf(inputs: DecisionInputs, amount: number, dailyRate = inputs.product.dailyRate): Quote {
  const known = prices.get(inputs) ?? new Map<string, Quote>()
  prices.set(inputs, known)
  const key = `${amount} ${dailyRate}`
  const { product, wish, day, rules } = inputs
  const { term, promo, firstLoan } = wish
  const price =
    known.get(key) ?? quote({ ...product, dailyRate }, { amount: kopecks(amount), term, promo, firstLoan }, day, rules)
  known.set(key, price)
  return price
}

/** Income that counts: the bureau's where it knows one, else the lower of the declared and the regional average. */
export function countedIncome({ bureau, income }: DecisionInputs): Kopecks {
  return kopecks(bureau.monthlyIncome ?? Math.min(income.declared, income.regional))
}

/** A loan of up to a month is paid whole in that month; a longer one weighs by its average month. */
export function monthlyPayment(price: Pick<Quote, 'totalToReturn' | 'days'>): Kopecks {
  if (price.days <= 31) return price.totalToReturn
  return kopecks(new Decimal(price.totalToReturn).times(30).div(price.days).round(0).toNumber())
}

/** Unpaid loans of other lenders; one whose lender the bureau does not name is taken for another's. */
export const loansElsewhere = ({ bureau, ogrn }: DecisionInputs) =>
  bureau.unpaidLoans.filter(({ lender }) => lender !== ogrn)

/** What others' loans take a month: by the registries where they are asked, else by the credit report. */
function monthlyElsewhere(inputs: DecisionInputs): number {
  const { registry } = inputs
  if (!registry) return loansElsewhere(inputs).reduce((sum, loan) => sum + loan.monthlyPayment, 0)
  return openElsewhere(registry).reduce((sum, { monthly }) => sum + (monthly ?? 0), 0)
}

/** Contracts with others that are not paid back. */
export const openElsewhere = ({ contracts }: RegistryFacts) => contracts.filter(({ closedOn }) => closedOn === null)

/** Debt burden (ПДН): all monthly payments with the new loan's against the income, per cent, not rounded: limits are compared with it. */
export function debtBurden(inputs: DecisionInputs, price: Pick<Quote, 'totalToReturn' | 'days'>): Decimal {
  const known = monthlyElsewhere(inputs) + inputs.own.monthlyPayments
  const payments = Math.max(known, inputs.declaredPayments) + monthlyPayment(price)
  const income = countedIncome(inputs)
  if (income <= 0) return new Decimal(999)
  return new Decimal(payments).times(100).div(income)
}

/** A burden in as few decimals, one at least, as keep it on its side of a limit: 50.04 is «50.04», not «50.0». */
export function shownBurden(exact: Decimal, limit: string | null): string {
  for (let places = 1; places < 9; places += 1) {
    const text = exact.toFixed(places)
    if (limit === null || new Decimal(text).gt(limit) === exact.gt(limit)) return text
  }
  return exact.toFixed(9)
}

import { type Quote, quote } from '#contract/calculation.ts'
import type { IsoDate } from '#contract/dates.ts'
import { durationMs } from '#contract/durations.ts'
import type { Lender, Product } from '#contract/lender.ts'
import { kopecks } from '#contract/money.ts'
import { coolingOffFor } from '#contract/rules.ts'
import { dateInZone } from '#contract/zones.ts'

/** Debt burden (ПДН) in per cent, and whether the law asks for a written notice with a signature of its own. */
export interface DebtBurden {
  readonly percent: string
  readonly notice: boolean
}

/** What was asked for and what was decided. */
export interface ToOffer {
  readonly product: Product
  readonly wish: {
    readonly amount: number
    readonly term: number
    readonly promo: string | null
    readonly firstLoan: boolean
  }
  readonly decided: {
    readonly amount: number
    readonly dailyRate: string
    readonly debtBurden: DebtBurden | null
  }
  /** The hash of the tariffs the product is of. */
  readonly tariffs?: string
}

/** The terms of an offer: locked, whatever becomes of the product. Kept sealed. */
export interface OfferContent {
  /** The contract's, the same in all papers. */
  readonly number: string
  /** With the rate of the decision and only the promo this offer has, without its dates. */
  readonly product: Product
  readonly amount: number
  readonly requestedAmount: number
  readonly term: number
  readonly promo: string | null
  readonly firstLoan: boolean
  readonly purpose: string
  readonly debtBurden: DebtBurden | null
  /** The borrower allows the claim to be assigned; nothing chosen forbids it. */
  readonly assignmentAllowed?: boolean
}

export function contentOf({ product, wish, decided }: ToOffer, purpose: string, number: string): OfferContent {
  const promo = product.promos.find(({ code }) => code === wish.promo?.trim().toUpperCase())
  const lasting = promo ? [{ code: promo.code, freeDays: promo.freeDays }] : []
  return {
    number,
    product: { ...product, dailyRate: decided.dailyRate, promos: lasting },
    amount: decided.amount,
    requestedAmount: wish.amount,
    term: wish.term,
    promo: promo?.code ?? null,
    firstLoan: wish.firstLoan,
    purpose,
    debtBurden: decided.debtBurden,
  }
}

/** The offer's price for money that comes on a day. */
export function priceOn(content: OfferContent, day: IsoDate, lender: Pick<Lender, 'rules'>): Quote {
  const { product, term, promo, firstLoan } = content
  return quote(product, { amount: kopecks(content.amount), term, promo, firstLoan }, day, lender.rules)
}

export interface Timing {
  /** The day a contract signed now is of. */
  readonly contractDate: IsoDate
  /** When the money may go, and the day that is; now, where the law asks for no waiting. */
  readonly releaseAt: Date
  readonly issueDay: IsoDate
  /** `PT4H`, or null */
  readonly coolingOff: string | null
}

/** What signing now would mean: cooling-off by the rule table and the server's clock. */
export function timingOf(amount: number, now: Date, lender: Pick<Lender, 'rules' | 'zone'>): Timing {
  const contractDate = dateInZone(now, lender.zone)
  const coolingOff = coolingOffFor(lender.rules, kopecks(amount), contractDate)
  const releaseAt = new Date(now.getTime() + (coolingOff ? durationMs(coolingOff) : 0))
  return { contractDate, releaseAt, issueDay: dateInZone(releaseAt, lender.zone), coolingOff }
}

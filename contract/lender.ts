import * as z from 'zod/mini'
import { type Lender, lenderSchema } from './lender/schema.ts'
import type { RuleName, RuleTable } from './rules.ts'

export { type DearestCase, dearestCases, type Priced } from './lender/dearestCases.ts'
export { type Product, type Promo, productInConfig } from './lender/products.ts'
export type { Lender } from './lender/schema.ts'

export interface LenderProblem {
  /** `products.0.amount.max` */
  readonly field: string
  readonly message: string
}

export type LenderVerdict =
  | { readonly ok: true; readonly lender: Lender }
  | { readonly ok: false; readonly problems: readonly LenderProblem[] }

/** Checks the contents of `config/lender.json`: the lender, or every problem with the field it is in. */
export function validateLender(json: unknown): LenderVerdict {
  const parsed = z.safeParse(lenderSchema, json)
  if (parsed.success) return { ok: true, lender: parsed.data }
  const problems = parsed.error.issues.map(({ path, message, code, ...issue }) => ({
    field: path.map(String).join('.') || 'the whole file',
    message: code === 'unrecognized_keys' && 'keys' in issue ? `unknown: ${issue.keys.join(', ')}` : message,
  }))
  return { ok: false, problems }
}

/** Rules that a price or a promise on a borrower's screen is computed from. */
const publicRules: readonly RuleName[] = [
  'dailyRateCap',
  'fullCostCap',
  'overpaymentCap',
  'penalty',
  'coolingOff',
  'offerStandsWorkingDays',
  'earlyReturnDays',
  'debtBurdenFrom',
  'debtBurdenNotice',
  'advertisingPhrases',
  'prolongationsPerYear',
  'shortLoansPerYear',
  'largestLoan',
]

/** What a browser may know of the lender. Of promo codes it learns what it asks for: checkPromo. */
export interface PublicLender
  extends Pick<
    Lender,
    'brand' | 'legal' | 'contacts' | 'accounts' | 'hours' | 'zone' | 'products' | 'purposes' | 'calendar'
  > {
  readonly rules: RuleTable
  readonly flow: Pick<Lender['flow'], 'video' | 'photoFromFile' | 'payoutMethods'> & {
    /** The way may be tried on invented answers */
    readonly trial: boolean
  }
  /** What the environment's vendors add to the lender's file. */
  readonly vendors: PublicVendors
}

export interface PublicVendors {
  /** The payout rail's own page for naming a card, where it has one. */
  readonly cardPage?: string
  /** Loans are paid inside the product, not on the lender's own payment page. */
  readonly paysInside?: boolean
}

/** `demo`: what runs is proven to be one, so that what the lender's file leaves open may be shown. */
export function publicLender(lender: Lender, vendors: PublicVendors = {}, demo = false): PublicLender {
  const { brand, legal, contacts, accounts, hours, zone, products, purposes, calendar } = lender
  const { video, photoFromFile, payoutMethods, trial = demo } = lender.flow
  return {
    brand,
    legal,
    contacts,
    accounts,
    hours,
    zone,
    products: products.map((product) => ({ ...product, promos: [] })),
    purposes,
    calendar,
    rules: lender.rules.filter(({ rule }) => publicRules.includes(rule)),
    flow: { video, photoFromFile, payoutMethods, trial },
    vendors,
  }
}

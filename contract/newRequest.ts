import type { IsoDate } from './dates.ts'
import type { PublicLender } from './lender.ts'
import type { LoanRequest } from './request.ts'
import { ruleOn } from './rules.ts'
import { deriveStatus } from './status.ts'
import { findProduct } from './wish.ts'

/**
 * Whether a client may ask for one more loan: `open`, a request whose status says no stands before it; `short`, an unpaid short
 * loan leaves only longer ones (`overDays`), or none where the lender has none.
 */
export type NewRequest =
  | { readonly may: true; readonly overDays?: number }
  | { readonly may: false; readonly why: 'open' }
  | { readonly may: false; readonly why: 'short'; readonly days: number }

/**
 * The create flag of the derived statuses, every request of the list: the main one decides, and one behind it may still be open. Then the
 * base standard of consumer protection: no loan of up to 30 days over an unpaid one like it. `today` is the lender's day.
 */
export function newRequestFor(
  requests: readonly LoanRequest[],
  lender: Pick<PublicLender, 'products' | 'rules'>,
  today: IsoDate,
): NewRequest {
  if (requests.some((request) => !deriveStatus(request).mayCreate)) return { may: false, why: 'open' }
  const days = ruleOn(lender.rules, 'shortLoansPerYear', today)?.loansUpToDays
  if (days === undefined || !requests.some((request) => isUnpaidShort(request, lender, days))) return { may: true }
  const longer = lender.products.some(({ kind, term }) => kind !== 'single' || term.max > days)
  return longer ? { may: true, overDays: days } : { may: false, why: 'short', days }
}

function isUnpaidShort({ loan, terms }: LoanRequest, lender: Pick<PublicLender, 'products'>, days: number): boolean {
  if (loan?.state !== 'running' || !terms) return false
  return findProduct(lender, terms.product)?.kind === 'single' && terms.term <= days
}

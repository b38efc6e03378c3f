import type { Quote } from './calculation.ts'
import type { IsoDate } from './dates.ts'
import type { StaffRight } from './roles.ts'

/**
 * What happens in one module and sets something off in others, in the same transaction: what is told, by ids and plain values. Who reacts is said in
 * the `reactions.ts` of each module; docs/reactions.md is made from both.
 */
export interface Happenings {
  /** A client has confirmed an e-mail address. */
  'email.confirmed': { readonly clientId: string; readonly email: string }
  /** A client has another phone. */
  'phone.changed': { readonly clientId: string; readonly phone: string }
  /** Password and authenticator of a member of the staff are taken away: all they signed in with goes. */
  'staff.reset': { readonly staffId: string }
  /** A second one of the staff goes on by the word of the first; whose word counts no more is refused. */
  'word.counted': { readonly staffId: string; readonly right: StaffRight }
  /** The contract is signed and nothing keeps the money back any more. */
  'contract.released': { readonly requestId: string; readonly clientId: string; readonly amount: number }
  /** A signed contract ends before its money has come: refused, or barred by law. Who has begun to pay throws if it is too late. */
  'contract.givenUp': { readonly requestId: string; readonly clientId: string }
  /** The money has come to the borrower; the request is locked, and still waits to be told. */
  'payout.succeeded': { readonly requestId: string }
  /** Another way for money that came back was waited for long enough; the payout is taken back. */
  'payout.abandoned': { readonly requestId: string }
  /** A loan runs from today, on the signed terms priced for this day. */
  'loan.began': {
    readonly requestId: string
    readonly price: Quote
    readonly contractDate: IsoDate
    readonly number: string
    /** The hash of the tariffs its offer was made by; null: they had no versions. */
    readonly tariffs: string | null
  }
  /** A photo or video of a step is whole and kept; nobody has said yet that it is the one that counts. */
  'file.stored': { readonly file: string; readonly step: number }
  /** The book of a loan says again what the loan owes; the loan is locked. */
  'loan.followed': { readonly loanId: string }
  /** A decision was made and is kept. */
  'decision.made': { readonly decision: string }
  /** A payment of a loan was counted; the loan is locked. */
  'payment.counted': { readonly loanId: string; readonly clientId: string }
}

export type Happening = keyof Happenings

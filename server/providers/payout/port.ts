import type { Destination } from '#contract/facts.ts'

export { RailTrouble } from '../trouble.ts'

export interface PayoutOrder {
  /** Our key of this attempt: the rail does the transfer of one key at most once. */
  readonly key: string
  /** Whole kopecks. */
  readonly amount: number
  readonly destination: Destination
  /** The borrower: the receiver's name at the bank must be this one. */
  readonly receiver: { readonly surname: string; readonly name: string; readonly patronymic?: string | undefined }
  readonly about: string
  /** When this attempt began. */
  readonly at: Date
}

export interface SbpBank {
  readonly id: string
  readonly name: string
}

export const cancelReasons = [
  'insufficient_funds',
  'fraud_suspected',
  'one_time_limit_exceeded',
  'periodic_limit_exceeded',
  'rejected_by_payee',
  'general_decline',
  'issuer_unavailable',
  'recipient_not_found',
  'recipient_check_failed',
  'identification_required',
  /** Ours, not the rail's: it does not pay to such a destination, and was not asked. */
  'destination_not_taken',
  /** Ours: the law asks for a comparison of the receiver's name, and this rail makes none at such a destination. */
  'receiver_not_checked',
] as const
export type CancelReason = (typeof cancelReasons)[number]

/** What the rail knows of a transfer. */
export type Transfer =
  | { readonly state: 'pending'; readonly id: string }
  | { readonly state: 'succeeded'; readonly id: string }
  | { readonly state: 'cancelled'; readonly id: string; readonly reason: CancelReason }

/**
 * A payout rail. A throw means the outcome is unknown: the transfer may have been made. Then `find` is asked, never a
 * new key used. A throw of RailTrouble is shown to the office.
 */
export interface PayoutRail {
  readonly name: string
  /** Kinds of destination this rail can pay to. */
  readonly takes: readonly Destination['kind'][]
  /** Kinds at which the receiver's name is compared with the borrower's before the money is theirs. */
  readonly checksReceiver: readonly Destination['kind'][]
  /**
   * The rail's own page on which the borrower names a card, so that its number never comes to us: an https address, or a path of the demo's.
   * It is given `state` in the query, and comes back to `/step32#card=TOKEN:1234&state=…`, the card's last four digits behind its token. Without it no card is taken.
   */
  readonly cardPage?: string
  pay(order: PayoutOrder): Promise<Transfer>
  /**
   * Looks a transfer up by the rail's own id or, while that is unknown, by our key. Null: the rail never saw it, or answers by
   * key only to `pay`: the same key may go out again.
   */
  find(order: PayoutOrder, id: string | null): Promise<Transfer | null>
  /** Banks of the fast payment system this rail pays to, where it keeps a list of its own. */
  banks?(): Promise<readonly SbpBank[]>
  /** The rail's id named in a notification; null for anything that is none. A notification is a hint to look, not a fact. */
  readNotification(body: unknown): string | null
}

import type { PayCancelReason, PayWay } from '#contract/paying.ts'

export { RailTrouble } from '../trouble.ts'

/** How somebody pays on the provider's own page. */
export type LinkWay = Exclude<PayWay, 'saved'>

export interface PaymentOrder {
  /** Our key: the provider makes at most one payment of one key. */
  readonly key: string
  /** The loan it is for: the provider keeps it beside the payment, so that money is known again after everything else was lost. */
  readonly loan: string
  /** Whole kopecks. */
  readonly amount: number
  /** On the provider's page, or with a means that was saved there: the person need not be here then. */
  readonly by: { readonly way: LinkWay; readonly save: boolean } | { readonly token: string }
  /** What the payer reads, without a name. */
  readonly about: string
  /** Where the provider sends the person afterwards. */
  readonly returnUrl: string
  /** When it was asked for first. */
  readonly at: Date
}

/** A means the provider keeps: no number of a card ever comes to us. */
export interface SavedMeans {
  readonly token: string
  /** «•• 4477», or the bank. */
  readonly title: string
}

interface Known {
  readonly id: string
  /** Of the order it was made for; null where the provider does not know. */
  readonly key: string | null
  readonly loan: string | null
  /** What was really paid, or is asked for. */
  readonly amount: number
}

/** What the provider knows of a payment. */
export type Payment = Known &
  (
    | { readonly state: 'waiting'; readonly link: string | null }
    | { readonly state: 'succeeded'; readonly paidAt: Date; readonly saved: SavedMeans | null }
    | { readonly state: 'cancelled'; readonly reason: PayCancelReason }
  )

export interface RefundOrder {
  readonly key: string
  /** The payment that is given back, by the provider's id. */
  readonly paymentId: string
  readonly amount: number
  readonly at: Date
}

export type Refund = { readonly id: string } & (
  | { readonly state: 'waiting' | 'succeeded' }
  | { readonly state: 'cancelled'; readonly reason: PayCancelReason }
)

/**
 * Takes payments of borrowers. A throw means the outcome is unknown: the payment may have been made. Then `find` is asked, or the same call made
 * under the same key; a new key only after a final «cancelled». A throw of RailTrouble is shown to the office.
 */
export interface PaymentProvider {
  readonly name: string
  readonly ways: readonly LinkWay[]
  /** Whether it keeps a means for later payments. */
  readonly saves: boolean
  /** Makes a link to pay by, or charges the saved means. The same key answers the same payment. */
  create(order: PaymentOrder): Promise<Payment>
  /** Looks a payment up by the provider's id or, while that is unknown, by our key. Null: the provider has never seen it. */
  find(order: Pick<PaymentOrder, 'key' | 'at'>, id: string | null): Promise<Payment | null>
  /** Payments made since a moment that succeeded, however many, a page at a time: those no notification told of are among them. */
  listSince(from: Date): AsyncIterable<readonly Payment[]>
  /** Gives money back to the means it came from. The same key answers the same refund. */
  refund(order: RefundOrder): Promise<Refund>
  /** Null: the provider has never seen it. */
  findRefund(order: RefundOrder, id: string | null): Promise<Refund | null>
  /** The payment a notification hints at; null for anything that is none. Nothing else in it is believed. */
  readNotification(body: unknown): string | null
}

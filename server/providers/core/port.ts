import type { IsoDate } from '#contract/dates.ts'

interface Sum {
  /** Of this entry, the same at every try and known to the core for good. */
  readonly id: string
  readonly loanId: string
  /** Whole kopecks, above 0. */
  readonly amount: number
  /** The day of value. */
  readonly on: IsoDate
}

interface Taken {
  readonly id: string
  readonly loanId: string
  /** The entry that is taken back. */
  readonly of: string
  readonly amount: number
  readonly on: IsoDate
}

/** One thing the core is told, in the order of its loan. */
export type CoreEntry =
  | {
      readonly kind: 'person'
      /** Of the client. */
      readonly id: string
      readonly surname: string
      readonly name: string
      readonly patronymic: string | null
      readonly birthDate: string | null
      readonly phone: string | null
      readonly on: IsoDate
    }
  | {
      readonly kind: 'opened'
      readonly id: string
      readonly loanId: string
      readonly clientId: string
      readonly contract: string
      readonly amount: number
      readonly on: IsoDate
      readonly days: number
    }
  /** Interest or a penalty charged; a credit lowers what is owed without money. */
  | ({ readonly kind: 'interest' } & Sum)
  | ({ readonly kind: 'penalty' } & Sum)
  | ({ readonly kind: 'credit' } & Sum)
  /** Money of the borrower, and what was paid beyond the debt given back. */
  | ({ readonly kind: 'paid' } & Sum)
  | ({ readonly kind: 'refunded' } & Sum)
  /** A charge that stands no longer; money, a credit or a refund that never was. */
  | ({ readonly kind: 'uncharged' } & Taken)
  | ({ readonly kind: 'undone' } & Taken)
  | { readonly kind: 'closed'; readonly id: string; readonly loanId: string }

export type CoreKind = CoreEntry['kind']

export interface CoreTry {
  /** The key of this entry, the same until the core has refused it and a person of the staff sends it again. */
  readonly key: string
  /** It may have been sent before: the core is asked whether it has it. */
  readonly again: boolean
}

/** How a loan stands in the core: what is owed less what was paid beyond it, whole kopecks. */
export interface CoreBalance {
  readonly owed: number
  readonly closed: boolean
}

/** The core has certainly not done it and will not do the same when asked again: a person has to look. Names nobody. */
export class CoreRefused extends Error {
  override name = 'CoreRefused'
}

/**
 * The lender's core: it keeps loans beside our book. Any throw but CoreRefused means that nobody knows whether it was done.
 */
export interface Core {
  readonly name: string
  /** Returns when the core has this entry, once. */
  carry(entry: CoreEntry, attempt: CoreTry): Promise<void>
  /** Null: the core has no such loan. */
  balance(loanId: string): Promise<CoreBalance | null>
}

/** What the lender's scoring is asked about: figures and ids, no name, no document. */
export interface ScoringQuestion {
  readonly request: string
  readonly person: string
  readonly product: string
  /** Whole kopecks; days, or a number of instalments. */
  readonly amount: number
  readonly term: number
  readonly firstLoan: boolean
  readonly age: number
  /** Whole kopecks a month, as it was told. */
  readonly income: number
  readonly payments: number
  /** Loans with this lender, and days the latest payment is overdue now. */
  readonly loans: number
  readonly overdueDays: number
  /** Of the credit report; null: it does not say. */
  readonly bureauScore: number | null
}

export interface ScoringWord {
  readonly score: number
  /** Codes. */
  readonly reasons: readonly string[]
}

/** The lender's own scoring. Null: it gave no answer, in time and of the shape that was agreed; never throws. */
export interface Scoring {
  readonly name: string
  ask(question: ScoringQuestion): Promise<ScoringWord | null>
}

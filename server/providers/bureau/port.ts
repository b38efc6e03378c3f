/** Whom a bureau is asked about. */
export interface BureauPerson {
  readonly surname: string
  readonly name: string
  readonly patronymic?: string | undefined
  /** `YYYY-MM-DD` */
  readonly birthDate: string
  /** Ten digits. */
  readonly passportNumber: string
  readonly inn?: string | undefined
  readonly snils?: string | undefined
}

/** One loan the person has not paid back, anywhere. Null: the answer does not say. */
export interface UnpaidLoan {
  /** Whole kopecks. */
  readonly balance: number | null
  readonly monthlyPayment: number
  /** Full cost, per cent a year with three decimals. */
  readonly fullCostPercent: string | null
  /** Null: the answer does not say. */
  readonly overdueDays: number | null
  /** ОГРН of the lender, so that a loan of our own is not counted twice; null: the answer does not say. */
  readonly lender: string | null
}

export interface BureauReport {
  /** The bureau's own number of this answer, kept as evidence. */
  readonly reportId: string
  /** The person has forbidden lenders to lend to them. */
  readonly selfBan: boolean
  readonly unpaidLoans: readonly UnpaidLoan[]
  /** Income the bureau knows of, whole kopecks a month. */
  readonly monthlyIncome: number | null
  /** Whether the person has a credit history; null: the answer does not say, which is not «none». */
  readonly history: boolean | null
  /** 300 (bad) to 850 (good); null without a history, or where the answer does not say. */
  readonly score: number | null
}

/**
 * A credit report: income, score, overdue days, which the registries of `registry.ts` do not tell. Throws when no answer can be had now: the job
 * tries again.
 */
export interface Bureau {
  readonly name: string
  report(person: BureauPerson): Promise<BureauReport>
}

/** Something a borrower is told by the product itself: to whom, how, when, in which words. */
export interface Notice {
  /** For the staff. */
  readonly title: string
  /** The first one; the next only when it was not delivered. */
  readonly channels: readonly ['sms', ...'email'[]]
  /** At once, or in the hours of the borrower's clock in which nobody is woken. */
  readonly hours: 'atOnce' | 'day'
  /** About an overdue debt: counted and limited by 230-ФЗ, art. 7. */
  readonly collection: boolean
  /** When, as the table of the office says it. */
  readonly when: string
  /** What it says, with its values by name in braces, until the lender puts words of its own in force; the lender's name goes before it. */
  readonly words: string
  /** The values that words may name. */
  readonly values?: (about: never) => Readonly<Record<string, string>>
}

export type Notices = Readonly<Record<string, Notice>>

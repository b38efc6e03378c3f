import { accountNotices } from './notices/accounts.ts'
import { appealNotices } from './notices/appeals.ts'
import { loanNotices } from './notices/loans.ts'
import type { Notice } from './notices/notice.ts'
import { officeNotices } from './notices/office.ts'
import { requestNotices } from './notices/requests.ts'

export { type OverdueDebt, overdueTellings, type PaymentAhead, type PaymentCame } from './notices/loans.ts'

/** All that a borrower is told by the product itself: what is not here is not told. Codes, and the letters a borrower asked for, are no notices. */
export const notices = {
  ...accountNotices,
  ...requestNotices,
  ...loanNotices,
  ...appealNotices,
  ...officeNotices,
} as const

export type NoticeKind = keyof typeof notices
export type LoanNotice = keyof typeof loanNotices

/** What the values of a notice are made of; nothing where its words have none. */
export type NoticeAbout<Kind extends NoticeKind> = (typeof notices)[Kind] extends {
  readonly values: (about: infer About) => unknown
}
  ? [about: About]
  : []

export const noticeOf = (kind: NoticeKind): Notice => notices[kind]

export const isNotice = (kind: string): kind is NoticeKind => Object.hasOwn(notices, kind)

/** Words with their values; one that is empty leaves no gap. */
const filled = (words: string, values: Readonly<Record<string, string>>): string =>
  words.replaceAll(/\{([^{}]*)\}/g, (whole, name: string) => values[name] ?? whole).replaceAll(/ {2,}/g, ' ')

/** The words of a notice, without the lender's name: those it has in place of the product's (`own`), where it has any. */
export function noticeWords<Kind extends NoticeKind>(
  kind: Kind,
  own: Readonly<Record<string, string>>,
  ...about: NoticeAbout<Kind>
): string {
  const { words, values } = noticeOf(kind)
  const of = values as ((...about: NoticeAbout<Kind>) => Readonly<Record<string, string>>) | undefined
  return filled(own[kind] ?? words, of?.(...about) ?? {})
}

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

/** What the words of a notice are made of; nothing where they are always the same. */
export type NoticeAbout<Kind extends NoticeKind> = Parameters<(typeof notices)[Kind]['words']>

export const noticeOf = (kind: NoticeKind): Notice => notices[kind]

export const isNotice = (kind: string): kind is NoticeKind => Object.hasOwn(notices, kind)

/** The words of a notice, without the lender's name. */
export function noticeWords<Kind extends NoticeKind>(kind: Kind, ...about: NoticeAbout<Kind>): string {
  const words = notices[kind].words as (...about: NoticeAbout<Kind>) => string
  return words(...about)
}

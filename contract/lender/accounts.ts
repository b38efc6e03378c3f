import * as z from 'zod/mini'
import { type Account, accountFitsBank, type Bik } from '../identifiers.ts'

const digits = (pattern: RegExp, said: string) => z.string().check(z.regex(pattern, said))

/** An account of the book as the lender's plan of accounts calls it, in files for the accountant's program. */
export const accountMapSchema = z.array(
  z.strictObject({
    /** `transit:` names a provider, `bank:` an account of the lender */
    account: digits(
      /^(principal|principalDue|interest|interestDue|penalty|received|held|overpaid|incomeInterest|incomePenalty|suspense|refunds|fees|transit:[\w:-]{1,60}|bank:\d{20})$/,
      'an account of the book, such as principal, incomeInterest or transit:payout: docs/integration.md names all',
    ),
    code: digits(/^[\w.-]{1,40}$/, 'a code of your plan such as 58.03'),
  }),
)

/** A bank account of the lender to which borrowers may pay by transfer. */
export const accountSchema = z
  .strictObject({
    bank: z.string().check(z.minLength(1), z.maxLength(160)),
    bik: digits(/^04\d{7}$/, '9 digits that begin with 04'),
    account: digits(/^40\d{18}$/, '20 digits that begin with 40'),
    correspondent: digits(/^301\d{17}$/, '20 digits that begin with 301'),
  })
  .check(({ value, issues }) => {
    const wrong = (field: keyof typeof value, message: string) =>
      issues.push({ code: 'custom', path: [field], message, input: value[field] })
    if (!accountFitsBank(value.bik as Bik, value.account as Account))
      wrong('account', 'does not fit the bik: a digit is wrong')
    if (!value.correspondent.endsWith(value.bik.slice(-3)))
      wrong('correspondent', 'ends with the last three digits of the bik')
  })

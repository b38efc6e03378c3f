import * as z from 'zod/mini'
import { parseDate } from '../dateReading.ts'
import { durationSchema } from '../durations.ts'
import { fromRoubles } from '../money.ts'
import { identityBases } from '../person/identity.ts'

/** Money in the configuration is written in whole roubles and kept in kopecks. */
export const roublesInConfig = z.pipe(
  z.int().check(z.minimum(0), z.maximum(1_000_000_000)),
  z.transform((amount) => fromRoubles(amount)),
)

/** A rate, a share or a percentage as a decimal string: no binary fraction ever holds one. */
export const decimalInConfig = z.string().check(z.regex(/^\d{1,6}(?:\.\d{1,9})?$/, 'a decimal such as "0.008"'))

/** A day, `YYYY-MM-DD`. */
export const dayInConfig = z.pipe(
  z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, 'a day such as 2026-04-01')),
  z.transform((text, context) => {
    const day = parseDate(text)
    if (day) return day
    context.issues.push({ code: 'custom', message: 'no such day in the calendar', input: text })
    return z.NEVER
  }),
)

const count = z.int().check(z.minimum(0), z.maximum(1000))
const hourOfDay = z.int().check(z.minimum(0), z.maximum(24))
const contacts = z.strictObject({ aDay: count, aWeek: count, aMonth: count })
const dayHours = z.strictObject({ from: hourOfDay, to: hourOfDay })

/** One step of the cooling-off rule: from a sum on (which counts) or above it (which does not). */
const coolingOffBand = z
  .strictObject({
    from: z.optional(roublesInConfig),
    above: z.optional(roublesInConfig),
    waits: durationSchema,
  })
  .check(z.refine((band) => (band.from === undefined) !== (band.above === undefined), 'either "from" or "above"'))

/** Lender kinds: a microfinance company (МФК) and a microcredit company (МКК). */
export const lenderKind = z.enum(['mfk', 'mkk'])
export type LenderKind = z.output<typeof lenderKind>

/** Parts of a debt. `due*` has fallen due, `current*` belongs to the period that runs. */
const moneyPart = z.enum(['dueInterest', 'duePrincipal', 'currentInterest', 'currentPrincipal', 'penalty'])
const eachOnce = (parts: readonly string[]) => new Set(parts).size === moneyPart.options.length && parts.length === 5

/** The shape of each rule's value. Shares and rates are decimals of 1, percentages say so in their name. */
export const ruleValues = {
  /** a day, share of the principal: '0.008' */
  dailyRateCap: decimalInConfig,
  /** per cent a year: '292.000' */
  fullCostCap: decimalInConfig,
  /** times the principal, for interest, penalties and paid services together: '1.3' */
  overpaymentCap: decimalInConfig,
  /** shares of the overdue principal */
  penalty: z.strictObject({ yearlyWhileInterestRuns: decimalInConfig, dailyWithoutInterest: decimalInConfig }),
  /** bands in growing order; the last that fits counts */
  /** what a payment is counted to, first to last; no agreement may change it (353-ФЗ art. 5 p. 20) */
  paymentOrder: z.array(moneyPart).check(z.refine(eachOnce, 'each part once')),
  coolingOff: z.array(coolingOffBand),
  offerStandsWorkingDays: count,
  /** calendar days to give a loan back without notice */
  earlyReturnDays: count,
  /** whether a self-ban is looked up before the contract */
  selfBanChecked: z.boolean(),
  /** how old an answer of a bureau, and what follows from it, may be when the contract is signed and when the money goes; never of another day */
  barsGoodFor: z.strictObject({ signing: durationSchema, payout: durationSchema }),
  /** the sum from which the debt burden ratio is computed */
  debtBurdenFrom: roublesInConfig,
  /** per cent above which the written notice is signed: '50' */
  debtBurdenNotice: decimalInConfig,
  /** a loan whose full cost is over so many per cent is refused when so many like it are unpaid anywhere */
  expensiveLoanLimit: z.strictObject({ fullCostOver: decimalInConfig, refusedAtUnpaid: count }),
  /** after a loan dearer than that was paid back on day D, another one is not given before day D plus so many */
  expensiveLoanPause: z.strictObject({ fullCostOver: decimalInConfig, earliestDay: count }),
  /** ОГРН of every credit bureau that must have answered before a contract */
  qualifiedBureaus: z.array(z.string().check(z.regex(/^\d{13}$/, '13 digits'))).check(z.minLength(1)),
  /** how long contracts told by bureaus count for the debt burden; a ban is never of another day */
  bureauFactsGoodFor: durationSchema,
  /** within so many days a loan elsewhere may be missing among a bureau's contracts */
  bureauLagDays: count,
  receiverIsBorrower: z.boolean(),
  /** kinds of lender that must have a person's biometrics for a loan made online */
  biometricsFor: z.array(lenderKind),
  /** who must have confirmed a person where `biometricsFor` asks: all of one of these sets */
  identityAccepted: z.array(z.array(z.enum(identityBases)).check(z.minLength(1))).check(z.minLength(1)),
  consentIsOwnDocument: z.boolean(),
  /** sentences that stand on a page with loan terms, each at least so many per cent of its area */
  advertisingPhrases: z.strictObject({ phrases: z.array(z.string()), areaPercent: count }),
  /** for loans of up to so many days */
  prolongationsPerYear: z.strictObject({ loansUpToDays: count, most: count }),
  shortLoansPerYear: z.strictObject({ loansUpToDays: count, most: count }),
  largestLoan: z.strictObject({ mfk: roublesInConfig, mkk: roublesInConfig }),
  /** years after the end of a loan that contract and signature evidence are kept */
  keepEvidenceYears: count,
  /** days before the due date on which a reminder goes out */
  reminders: z.strictObject({ daysBefore: z.array(count) }),
  /** льготный период: how long at most, for loans up to which sum, by when it is answered; silence of so many days is a yes */
  holiday: z.strictObject({
    mostMonths: count,
    loanUpTo: roublesInConfig,
    answerWorkingDays: count,
    papersWorkingDays: count,
    silenceDays: count,
  }),
  /** the holiday of those in service and their families: days after its end; of any sum, while the row lasts */
  serviceHoliday: z.strictObject({ extraDays: count }),
  /** months after a death in which no penalty is charged, while nobody has accepted the inheritance */
  inheritance: z.strictObject({ penaltyStopMonths: count }),
  /** working days to decide on a refusal of contacts, and months overdue before which nobody can refuse all of them */
  contactRefusal: z.strictObject({ answerWorkingDays: count, fromMonths: count }),
  /** working days for the answer to whoever asks for new terms, and days that an offer of them stands */
  restructuring: z.strictObject({ answerWorkingDays: count, offerDays: count }),
  /** working days for the answer to a complaint, and by how many its term may be made longer once */
  complaints: z.strictObject({ answerWorkingDays: count, extensionWorkingDays: count }),
  /** working days for a copy and a correction of personal data; days for the end of their processing */
  dataRequests: z.strictObject({ copyWorkingDays: count, correctionWorkingDays: count, endDays: count }),
  /** limits of contacts about an overdue debt, hours in the debtor's zone */
  collectionContacts: z.strictObject({
    calls: contacts,
    messages: contacts,
    workingDays: dayHours,
    otherDays: dayHours,
  }),
} as const

export type RuleName = keyof typeof ruleValues
export type RuleValue<Name extends RuleName> = z.output<(typeof ruleValues)[Name]>

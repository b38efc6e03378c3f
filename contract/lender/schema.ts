import * as z from 'zod/mini'
import { unreadableAccents } from '../brandColours.ts'
import { type Duration, durationMs, durationSchema } from '../durations.ts'
import { limitOverridesSchema } from '../limits.ts'
import { ruleTableSchema } from '../rules/table.ts'
import { dayInConfig, lenderKind, roublesInConfig } from '../rules/values.ts'
import type { RuleTable } from '../rules.ts'
import { accountMapSchema, accountSchema } from './accounts.ts'
import { idsDiffer, productsSchema } from './products.ts'
import { rolesSchema } from './roles.ts'
import { textsSchema } from './texts.ts'

const text = z.string().check(z.minLength(1), z.maxLength(500))
const link = z.string().check(z.regex(/^https:\/\/\S+$/, 'a link that begins with https://'))
const phone = z.string().check(z.regex(/^\+7\d{10}$/, 'a phone such as +78005550000'))
const colour = z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'a colour such as #0b6e4f'))
const email = z.string().check(z.regex(/^[^\s@]+@[^\s@]+$/, 'an e-mail address'))
const count = z.int().check(z.minimum(1), z.maximum(10_000))

const picture = z
  .string()
  .check(z.regex(/^[\w-]+\.(svg|png|webp)$/, 'the name of an svg, png or webp file beside lender.json'))

const brand = z
  .strictObject({
    name: text,
    logoText: text,
    /** a picture in place of mark and `logoText`, drawn 28 pixels high; `logoDark` where the page is dark */
    logo: z.optional(picture),
    logoDark: z.optional(picture),
    /** one accent, and its shade for the dark theme: both must be readable on their background */
    accent: colour,
    accentDark: colour,
    /** of corners, in pixels */
    radius: z.optional(z.int().check(z.minimum(0), z.maximum(28))),
  })
  .check(({ value, issues }) => {
    for (const { field, message } of unreadableAccents(value))
      issues.push({ code: 'custom', path: [field], message, input: value[field] })
  })

const legal = z.strictObject({
  kind: lenderKind,
  fullName: text,
  shortName: text,
  ogrn: z.string().check(z.regex(/^\d{13}$/, '13 digits')),
  inn: z.string().check(z.regex(/^\d{10}$/, '10 digits')),
  registryNumber: text,
  registeredOn: dayInConfig,
  address: text,
  postalAddress: text,
  selfRegulation: text,
  ombudsman: text,
  regulator: text,
  email,
})

const contacts = z.strictObject({
  phone,
  messengerName: text,
  messengerLink: link,
  paymentPageLink: link,
  email,
})

const hours = z
  .strictObject({
    opens: z.int().check(z.minimum(0), z.maximum(23)),
    closes: z.int().check(z.minimum(1), z.maximum(24)),
  })
  .check(z.refine(({ opens, closes }) => opens < closes, 'opens before it closes'))

const zone = z.string().check(z.refine(isZone, 'a zone of the IANA database such as Europe/Moscow'))

/** How long things live. Cooling-off and terms of the law are in the rule table instead. */
const durations = z.strictObject({
  sessionIdle: durationSchema,
  session: durationSchema,
  officeSessionIdle: durationSchema,
  officeSession: durationSchema,
  code: durationSchema,
  codeResend: durationSchema,
  reviewLease: durationSchema,
  reviewPromise: durationSchema,
  videoDigits: durationSchema,
  photosStayGood: durationSchema,
  selfieStaysGood: durationSchema,
  handover: durationSchema,
  refusalPause: durationSchema,
  payoutPoll: durationSchema,
  /** how long a worker that has died keeps a payout from the others */
  payoutLease: durationSchema,
  /** how long a confirmed identity stands for a person */
  identityGood: z._default(durationSchema, 'P365D' as Duration),
  /** older than this a list of 115-ФЗ, of ФинЦЕРТ or of passports that are not valid is an alarm */
  listsFresh: z._default(durationSchema, 'P7D' as Duration),
  /** how long another way is waited for after the money came back; then there is no loan */
  payoutAwaits: z._default(durationSchema, 'P30D' as Duration),
})

/** How long what is kept; then it is deleted by a daily sweep. The journal, which names nobody, stays. */
const retention = z.strictObject({
  /** a request that was never sent, after the last change */
  unfinished: durationSchema,
  /** photos and videos of a refused or declined request */
  refusedEvidence: durationSchema,
  /** the rest of a refused or declined request: answers, decision, signed application */
  refused: durationSchema,
  /** everything of a client after their last loan: not shorter than the rule `keepEvidenceYears` */
  contracts: durationSchema,
  /** texts of SMS and letters */
  messages: durationSchema,
  /** an account without requests that nobody signs in to */
  idleAccount: durationSchema,
  /** error reports of the browser apps, and how many opened and left each step */
  errorReports: z._default(durationSchema, 'P90D' as Duration),
})

const providers = z.array(z.string().check(z.regex(/^[a-z][a-z0-9-]*$/)))

/** Who says who a borrower is, of the providers the environment names. */
const identity = z.strictObject({
  /** which fill fields, in this order; all of them without it */
  offer: z.optional(providers),
  /** which let people in */
  signIn: z.optional(providers),
  /** identified before the contract when the rules ask for it, or always */
  demand: z._default(z.enum(['law', 'always']), 'law'),
})

const flow = z.strictObject({
  /** the video step is asked for */
  video: z.boolean(),
  /** a photo may come from a file, not only from the camera */
  photoFromFile: z.boolean(),
  payoutMethods: z.array(z.enum(['sbp', 'card', 'account'])).check(z.minLength(1)),
  /** approving a loan of this sum or more takes two different people */
  secondPersonFrom: roublesInConfig,
  /** says nothing any more: providers are named in IDENTITY_PROVIDERS, the rest in `identity` */
  identityProvider: z.optional(
    z.literal('none', 'is no setting any more: name providers in IDENTITY_PROVIDERS, and the demand in flow.identity'),
  ),
  identity: z._default(identity, { demand: 'law' }),
  /** «Попробовать» on the start: the whole way to an offer on invented answers, kept nowhere and sent nowhere; without it only in what is proven to be a demo */
  trial: z.optional(z.boolean()),
  /** of how many different requests an hour one member of the staff sees the whole data; more are refused and called out */
  cardsPerHour: z._default(count, 120),
})

/** What a loan is for, as a choice. */
const purpose = z.strictObject({ id: z.string().check(z.regex(/^[a-z][a-z-]*$/)), label: text })

/** Days off besides weekends, and weekends that are worked. */
export const calendarSchema = z.strictObject({ daysOff: z.array(dayInConfig), workingWeekends: z.array(dayInConfig) })

export const lenderSchema = z
  .strictObject({
    brand,
    legal,
    contacts,
    /** where borrowers may pay by bank transfer; the first is shown */
    accounts: z._default(z.array(accountSchema), []),
    /** codes of the lender's plan of accounts, for files of postings; an account that is not here keeps its own name */
    accountMap: z._default(accountMapSchema, []),
    hours,
    zone,
    products: productsSchema,
    purposes: z.array(purpose).check(z.minLength(1), z.refine(idsDiffer, 'two purposes with one id')),
    rules: ruleTableSchema,
    calendar: calendarSchema,
    /** words of notices in place of the product's, by their kinds (contract/notices) */
    texts: z._default(textsSchema, {}),
    durations,
    retention,
    flow,
    /** who of the staff may do what, in place of the usual roles (docs/access.md) */
    roles: rolesSchema,
    /** other figures than the table's (docs/limits.md) */
    limits: z.optional(limitOverridesSchema),
  })
  .check(({ value, issues }) => {
    const days = evidenceDays(value.rules)
    if (durationMs(value.retention.contracts) >= days * 86_400_000) return
    const message = `P${days}D or more: the rule keepEvidenceYears asks for it`
    issues.push({ code: 'custom', path: ['retention', 'contracts'], message, input: value.retention.contracts })
  })

/** A lender's configuration as the programs use it: sums in kopecks, days and durations checked. */
export type Lender = z.output<typeof lenderSchema>

/** Whole days of the longest term any row asks for: the contracts of all years are kept by one sweep. */
function evidenceDays(rules: RuleTable): number {
  const years = rules.map((row) => (row.rule === 'keepEvidenceYears' ? row.value : 0))
  return Math.floor(Math.max(0, ...years) * 365.25)
}

function isZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

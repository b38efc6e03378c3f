import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { reasonClasses } from '../request.ts'
import { type RefusalReason, type ReturnReason, refusalReasons, returnReasons, roles } from '../review.ts'

const id = z.object({ id: z.string().check(z.maxLength(64)) })
const short = z.string().check(z.maxLength(200))
const comment = z.string().check(z.maxLength(1000))
const versioned = z.object({ version: z.number() })
const keys = <K extends string>(table: Record<K, string>) => z.enum(Object.keys(table) as [K, ...K[]])

const staffSchema = z.object({
  id: z.string(),
  login: z.string(),
  name: z.string(),
  role: z.enum(roles),
  disabled: z.boolean(),
})

export const officeSignIn = defineCall({
  name: 'officeSignIn',
  about: 'Signs a member of the staff in by password and one-time code of the authenticator',
  method: 'POST',
  path: '/service/office/session',
  who: 'anyone',
  body: z.object({ login: short, password: short, totp: z.string().check(z.regex(/^\d{6}$/, 'Код — шесть цифр')) }),
  answer: staffSchema,
  errors: ['sign_in_wrong'],
})

export const officeSignOut = defineCall({
  name: 'officeSignOut',
  about: 'Ends the office session',
  method: 'DELETE',
  path: '/service/office/session',
  who: 'anyone',
  status: 204,
})

export const officeMe = defineCall({
  name: 'officeMe',
  about: 'Who is signed in to the office',
  method: 'GET',
  path: '/service/office/me',
  who: 'staff',
  answer: staffSchema,
})

export const queueTabs = ['queued', 'mine', 'returned', 'all'] as const

const queueItem = z.object({
  id: z.string(),
  status: z.number(),
  verification: z.optional(z.number()),
  /** «Иванова А. П.»; the passport masked. */
  name: z.string(),
  passport: z.string(),
  product: z.string(),
  amount: z.number(),
  sentAt: z.optional(z.string()),
  /** Working minutes against the promise; the clock stops while the client corrects. */
  waitingMinutes: z.number(),
  late: z.boolean(),
  round: z.number(),
  reviewer: z.optional(z.string()),
  needsSecond: z.boolean(),
})
export type QueueItem = z.output<typeof queueItem>

export const officeQueue = defineCall({
  name: 'officeQueue',
  about: 'Requests for the staff, oldest first, names shortened and passports masked',
  method: 'GET',
  path: '/service/office/queue',
  who: 'staff',
  query: z.object({
    tab: z._default(z.enum(queueTabs), 'queued'),
    search: z.optional(z.string().check(z.maxLength(100))),
    after: z.optional(z.string().check(z.maxLength(100))),
  }),
  answer: z.object({
    items: z.array(queueItem),
    next: z.optional(z.string()),
    counters: z.object({ queued: z.number(), mine: z.number(), returned: z.number(), all: z.number() }),
    promiseMinutes: z.number(),
  }),
})

export const takeNext = defineCall({
  name: 'takeNext',
  about: 'Takes the request that has waited longest; `id` is null when the queue is empty',
  method: 'POST',
  path: '/service/office/queue/next',
  who: 'staff',
  answer: z.object({ id: z.nullable(z.string()) }),
})

export const takeRequest = defineCall({
  name: 'takeRequest',
  about: 'Takes this request, or takes it over from another reviewer',
  method: 'POST',
  path: '/service/office/requests/:id/take',
  who: 'staff',
  status: 204,
  params: id,
  errors: ['not_found', 'state_conflict', 'second_person'],
})

export const renewLease = defineCall({
  name: 'renewLease',
  about: 'Keeps the request in hand; who else has it open',
  method: 'POST',
  path: '/service/office/requests/:id/lease',
  who: 'staff',
  params: id,
  answer: z.object({ until: z.string(), others: z.array(z.string()) }),
  errors: ['not_found', 'lease_lost'],
})

export const releaseRequest = defineCall({
  name: 'releaseRequest',
  about: 'Puts the request back to the queue',
  method: 'POST',
  path: '/service/office/requests/:id/release',
  who: 'staff',
  status: 204,
  params: id,
  errors: ['not_found', 'lease_lost'],
})

export const officeLive = defineCall({
  name: 'officeLive',
  about: 'Server-sent events: «the queue changed», with ids of requests only',
  method: 'GET',
  path: '/service/office/live',
  who: 'staff',
})

const verdictSchema = z.object({
  verdict: z.enum(['ok', 'fix', 'fraud']),
  reason: z.optional(keys<ReturnReason>(returnReasons)),
  /** Read by the client. */
  comment: z.optional(comment),
  /** Read by the staff only. */
  internal: z.optional(comment),
  /** Shares of the picture's width and height, 0 to 1. */
  rectangle: z.optional(z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })),
})
export type Verdict = z.output<typeof verdictSchema>

const itemSchema = z.object({
  step: z.number(),
  title: z.string(),
  rows: z.array(z.object({ label: z.string(), value: z.string(), before: z.optional(z.string()) })),
  files: z.array(z.object({ id: z.string(), kind: z.string(), type: z.string(), before: z.boolean() })),
  warnings: z.array(z.string()),
  /** Needs a verdict in this round: new, or sent back and corrected. */
  open: z.boolean(),
  opened: z.boolean(),
  verdict: z.optional(verdictSchema),
})
export type ReviewItem = z.output<typeof itemSchema>

export const openReview = defineCall({
  name: 'openReview',
  about: 'One request for review. Whole personal data only inside an open lease; each opening is in the journal',
  method: 'GET',
  path: '/service/office/requests/:id',
  who: 'staff',
  params: id,
  answer: z.object({
    id: z.string(),
    type: z.string(),
    status: z.number(),
    verification: z.optional(z.number()),
    version: z.number(),
    round: z.number(),
    name: z.string(),
    phone: z.string(),
    product: z.string(),
    amount: z.number(),
    sentAt: z.optional(z.string()),
    waitingMinutes: z.number(),
    late: z.boolean(),
    /** `mine` inside an open lease: everything shown, verdicts allowed. */
    lease: z.object({ mine: z.boolean(), holder: z.optional(z.string()), until: z.optional(z.string()) }),
    needsSecond: z.boolean(),
    items: z.array(itemSchema),
    decision: z.optional(
      z.object({
        id: z.string(),
        outcome: z.string(),
        rules: z.string(),
        reasons: z.array(z.string()),
        at: z.string(),
      }),
    ),
    events: z.array(z.object({ at: z.string(), who: z.string(), what: z.string(), note: z.optional(z.string()) })),
  }),
  errors: ['not_found'],
})
export type Review = NonNullable<z.output<NonNullable<typeof openReview.answer>>>

export const markOpened = defineCall({
  name: 'markOpened',
  about: 'The reviewer has looked at this item',
  method: 'POST',
  path: '/service/office/requests/:id/items/:step/opened',
  who: 'staff',
  status: 204,
  params: z.object({ id: z.string().check(z.maxLength(64)), step: z.string().check(z.regex(/^\d{1,2}$/)) }),
  errors: ['not_found', 'lease_lost'],
})

export const saveVerdict = defineCall({
  name: 'saveVerdict',
  about: 'A verdict on one item of the latest version',
  method: 'PUT',
  path: '/service/office/requests/:id/items/:step',
  who: 'staff',
  status: 204,
  params: z.object({ id: z.string().check(z.maxLength(64)), step: z.string().check(z.regex(/^\d{1,2}$/)) }),
  body: z.object({ version: z.number(), verdict: verdictSchema }),
  errors: ['not_found', 'lease_lost', 'version_conflict', 'invalid_answers'],
})

const outcomeErrors = ['not_found', 'state_conflict', 'version_conflict', 'lease_lost', 'not_reviewed'] as const

export const approveRequest = defineCall({
  name: 'approveRequest',
  about: 'Every item opened and ok: on to the decision, or to a second person above the threshold',
  method: 'POST',
  path: '/service/office/requests/:id/approve',
  who: 'staff',
  params: id,
  body: versioned,
  answer: z.object({ status: z.number(), needsSecond: z.boolean() }),
  errors: [...outcomeErrors, 'second_person'],
  idempotent: true,
})

export const returnRequest = defineCall({
  name: 'returnRequest',
  about: 'Sends the items marked «fix» back to the client',
  method: 'POST',
  path: '/service/office/requests/:id/return',
  who: 'staff',
  params: id,
  body: versioned,
  answer: z.object({ status: z.number() }),
  errors: [...outcomeErrors],
  idempotent: true,
})

export const refuseRequest = defineCall({
  name: 'refuseRequest',
  about: 'Refuses the request with a coded reason',
  method: 'POST',
  path: '/service/office/requests/:id/refuse',
  who: 'staff',
  params: id,
  body: z.object({ version: z.number(), reason: keys<RefusalReason>(refusalReasons), comment: z.optional(comment) }),
  answer: z.object({ status: z.number(), reason: z.enum(reasonClasses) }),
  errors: [...outcomeErrors],
  idempotent: true,
})

const page = z.object({ after: z.optional(z.string().check(z.maxLength(100))) })

export const officeMessages = defineCall({
  name: 'officeMessages',
  about: 'SMS and e-mail with their delivery state; in the demo the codes are read here',
  method: 'GET',
  path: '/service/office/messages',
  who: 'staff',
  query: page,
  answer: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        at: z.string(),
        channel: z.enum(['sms', 'email']),
        to: z.string(),
        text: z.string(),
        state: z.enum(['waiting', 'sent', 'delivered', 'failed']),
        provider: z.string(),
        reason: z.optional(z.string()),
      }),
    ),
    next: z.optional(z.string()),
  }),
})

export const officeErrors = defineCall({
  name: 'officeErrors',
  about: 'Error reports of the browser apps, grouped by message',
  method: 'GET',
  path: '/service/office/errors',
  who: 'staff',
  query: page,
  answer: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        at: z.string(),
        message: z.string(),
        place: z.optional(z.string()),
        release: z.optional(z.string()),
        count: z.number(),
        breadcrumbs: z.array(z.string()),
      }),
    ),
    next: z.optional(z.string()),
  }),
})

export const officePayouts = defineCall({
  name: 'officePayouts',
  about: 'Payouts with their attempts',
  method: 'GET',
  path: '/service/office/payouts',
  who: 'staff',
  query: page,
  answer: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        requestId: z.string(),
        amount: z.number(),
        state: z.string(),
        attempts: z.array(
          z.object({ number: z.number(), state: z.string(), at: z.string(), reason: z.optional(z.string()) }),
        ),
      }),
    ),
    next: z.optional(z.string()),
  }),
})

export const officeJournal = defineCall({
  name: 'officeJournal',
  about: 'The append-only journal, newest first',
  method: 'GET',
  path: '/service/office/journal',
  who: 'supervisor',
  query: z.object({
    after: z.optional(z.string().check(z.maxLength(100))),
    subject: z.optional(z.string().check(z.maxLength(64))),
  }),
  answer: z.object({
    items: z.array(
      z.object({
        seq: z.number(),
        at: z.string(),
        actor: z.string(),
        event: z.string(),
        subject: z.string(),
        data: z.record(z.string(), z.unknown()),
        hash: z.string(),
      }),
    ),
    next: z.optional(z.string()),
  }),
})

export const officeStaff = defineCall({
  name: 'officeStaff',
  about: 'Members of the staff',
  method: 'GET',
  path: '/service/office/staff',
  who: 'administrator',
  answer: z.object({ items: z.array(staffSchema) }),
})

export const addStaff = defineCall({
  name: 'addStaff',
  about: 'Adds a member of the staff; the password and the authenticator secret are shown once',
  method: 'POST',
  path: '/service/office/staff',
  who: 'administrator',
  status: 201,
  body: z.object({ login: short, name: short, role: z.enum(roles) }),
  answer: z.object({ staff: staffSchema, password: z.string(), totpSecret: z.string(), totpUri: z.string() }),
  errors: ['invalid_answers'],
  idempotent: true,
})

export const changeStaff = defineCall({
  name: 'changeStaff',
  about: "Changes a member's role, or cuts them off; effective on their next request",
  method: 'POST',
  path: '/service/office/staff/:id',
  who: 'administrator',
  status: 204,
  params: id,
  body: z.object({ role: z.optional(z.enum(roles)), disabled: z.optional(z.boolean()) }),
  errors: ['not_found', 'state_conflict'],
})

export const officeRules = defineCall({
  name: 'officeRules',
  about: 'The dated rule table, tariffs and decision rules in force',
  method: 'GET',
  path: '/service/office/rules',
  who: 'staff',
  answer: z.object({
    rules: z.array(
      z.object({
        name: z.string(),
        from: z.optional(z.string()),
        until: z.optional(z.string()),
        value: z.string(),
        source: z.string(),
      }),
    ),
    products: z.array(z.object({ title: z.string(), text: z.string() })),
    decisionRules: z.object({ version: z.string(), rows: z.array(z.array(z.string())), columns: z.array(z.string()) }),
  }),
})

const counted = z.object({ name: z.string(), count: z.number() })

export const officeReports = defineCall({
  name: 'officeReports',
  about: 'The last days in numbers: steps, outcomes of reviews, reasons, reviewers; nothing personal',
  method: 'GET',
  path: '/service/office/reports',
  who: 'supervisor',
  query: z.object({ days: z._default(z.string().check(z.regex(/^\d{1,3}$/)), '30') }),
  answer: z.object({
    /** By step: how many opened, accepted and left it; the median of seconds where there were enough walks. */
    funnel: z.array(
      z.object({
        step: z.number(),
        opened: z.number(),
        accepted: z.number(),
        left: z.number(),
        medianSeconds: z.optional(z.number()),
      }),
    ),
    /** Events of the life of requests, such as `send`, `approve`, `decideReject`. */
    outcomes: z.array(counted),
    returnReasons: z.array(counted),
    refusalReasons: z.array(counted),
    reviewers: z.array(z.object({ name: z.string(), approved: z.number(), returned: z.number(), refused: z.number() })),
  }),
})

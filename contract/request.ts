import * as z from 'zod/mini'

const instant = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\S+$/))
const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))

/** What a borrower is told about a request that was refused. */
export const reasonClasses = [
  'documents',
  'data',
  'credit',
  'selfBan',
  'limits',
  'withdrawn',
  'declined',
  'offerOver',
  'coolingOff',
  'other',
] as const
export type ReasonClass = (typeof reasonClasses)[number]

/** A request as its owner sees it in the list: state and what comes next, no personal data. */
export const requestSchema = z.object({
  _id: z.string(),
  type: z.enum(['loan', 'prolongate']),
  status: z.number(),
  verification: z.optional(z.object({ status: z.number() })),
  allowedFillRequest: z.boolean(),
  version: z.number(),
  createdAt: instant,
  updatedAt: instant,
  /** Product and terms asked for, then offered. Whole kopecks. */
  terms: z.nullable(
    z.object({
      product: z.string(),
      amount: z.int(),
      /** Days of a single payment, or the number of instalments. */
      term: z.int(),
      dueDate: z.optional(day),
      totalToReturn: z.optional(z.int()),
    }),
  ),
  sentAt: z.optional(instant),
  /** In the queue: 1 is next, `countedPlaces + 1` anywhere further back. The median of the last days in minutes, where there were enough. */
  queue: z.optional(z.object({ position: z.number(), medianMinutes: z.optional(z.number()) })),
  /** Numbers of the steps sent back. */
  returned: z.optional(z.array(z.number())),
  rejection: z.optional(z.object({ reason: z.enum(reasonClasses), comeBackOn: z.optional(day) })),
  offerUntil: z.optional(day),
  coolingOff: z.optional(z.object({ since: instant, releaseAt: instant })),
  payout: z.optional(
    z.object({
      /**
       * `refused`: certainly not made; staff repair it, and the client may name another destination. `unfunded`: certainly not made, for reasons of the
       * lender's own; it is sent again to the same place, nothing is asked of the client.
       */
      state: z.enum(['preparing', 'sent', 'checking', 'refused', 'unfunded', 'succeeded', 'cancelled']),
      reason: z.optional(z.string()),
      destination: z.optional(z.string()),
      /** The phone was changed: the transfer waits until then. */
      heldUntil: z.optional(instant),
      at: instant,
    }),
  ),
  loan: z.optional(z.object({ id: z.string(), state: z.enum(['running', 'closed', 'returned']), dueDate: day })),
  /** Of a request of type `prolongate`. Both have to be there by `until`, in either order. Dates `YYYY-MM-DD`. */
  prolongation: z.optional(
    z.object({
      loanId: z.string(),
      newDueDate: day,
      until: day,
      signed: z.boolean(),
      paid: z.boolean(),
    }),
  ),
})
export type LoanRequest = z.output<typeof requestSchema>

const share = z.number().check(z.minimum(0), z.maximum(1))

/** A part of a picture: shares of its width and height, from the upper left corner of the picture as it was taken. */
export const rectangleSchema = z.object({ x: share, y: share, width: share, height: share })
export type Rectangle = z.output<typeof rectangleSchema>

const remarkSchema = z.object({
  reason: z.string(),
  comment: z.optional(z.string()),
  /** The photo this is about, and the part of it the reviewer drew a frame around. */
  file: z.optional(z.string()),
  rectangle: z.optional(rectangleSchema),
})
/** A reviewer's words to the client about one step. */
export type Remark = z.output<typeof remarkSchema>

/** What is kept of one step: everything typed, whether it was accepted, and why it came back. */
export const stepStateSchema = z.object({
  number: z.number(),
  raw: z.record(z.string(), z.unknown()),
  /** Grows with each save; a save carries the revision it was typed on. */
  revision: z.number(),
  accepted: z.boolean(),
  returned: z.boolean(),
  /** The reviewer's reasons, in words for the client. */
  remarks: z.array(remarkSchema),
  /** The answers that were sent back, to be read beside the reasons. */
  sent: z.optional(z.array(z.object({ label: z.string(), value: z.string() }))),
})
export type KeptStep = z.output<typeof stepStateSchema>

export const requestDetailSchema = z.object({
  request: requestSchema,
  steps: z.array(stepStateSchema),
  /** Numbers of the filling steps this request needs, in their order. */
  needed: z.array(z.number()),
  /** Facts of the accepted steps, for rules that look across steps. */
  facts: z.record(z.string(), z.unknown()),
  /** The server's clock at this answer. */
  serverTime: instant,
  minutesLeft: z.number(),
  firstLoan: z.boolean(),
  /** What the promo code this request holds gives. */
  promo: z.optional(z.object({ code: z.string(), freeDays: z.number() })),
})
export type RequestDetail = z.output<typeof requestDetailSchema>

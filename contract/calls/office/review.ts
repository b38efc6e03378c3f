import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { states } from '../../life.ts'
import { type SignalKind, signalKinds } from '../../person/signals.ts'
import { rectangleSchema } from '../../request.ts'
import { type RefusalReason, type ReturnReason, refusalReasons, returnReasons } from '../../review.ts'
import { comment, id, keys } from './parameters.ts'

const verdictSchema = z.object({
  verdict: z.enum(['ok', 'fix', 'fraud']),
  reason: z.optional(keys<ReturnReason>(returnReasons)),
  /** Read by the client. */
  comment: z.optional(comment),
  /** Read by the staff only. */
  internal: z.optional(comment),
  rectangle: z.optional(rectangleSchema),
})
export type Verdict = z.output<typeof verdictSchema>

/** What a member of the staff has typed and that is no verdict or refusal yet: by step, and for a refusal. */
const typedSchema = z.object({
  items: z
    .record(z.string().check(z.regex(/^\d{1,2}$/)), z.partial(verdictSchema))
    .check(z.refine((items) => Object.keys(items).length <= 60, 'Слишком много пунктов')),
  refusal: z.optional(
    z.object({ reason: z.optional(keys<RefusalReason>(refusalReasons)), comment: z.optional(comment) }),
  ),
})
export type Typed = z.output<typeof typedSchema>

const itemSchema = z.object({
  step: z.number(),
  title: z.string(),
  /** Those that something speaks against first. */
  rows: z.array(
    z.object({
      label: z.string(),
      value: z.string(),
      before: z.optional(z.string()),
      verdicts: z.optional(
        z.array(
          z.object({
            by: z.enum(['checksum', 'machine', 'identity', 'signal']),
            agrees: z.boolean(),
            words: z.string(),
          }),
        ),
      ),
    }),
  ),
  /** Of a step that asks for a photo or video. */
  media: z.optional(
    z.object({
      kind: z.enum(['photo', 'video']),
      subject: z.enum(['document', 'person']),
      proves: z.array(z.number()),
      /** What came of reading the photo by machine. */
      machine: z.optional(z.enum(['none', 'reading', 'unread', 'read'])),
    }),
  ),
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
  who: 'requests.review',
  params: id,
  answer: z.object({
    id: z.string(),
    type: z.string(),
    state: z.enum(states),
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
    /** Until when the client is shown that this reviewer is calling. */
    calling: z.optional(z.string()),
    items: z.array(itemSchema),
    decision: z.optional(
      z.object({
        id: z.string(),
        outcome: z.string(),
        rules: z.string(),
        reasons: z.array(z.string()),
        at: z.string(),
        /** The rules that spoke, in words. */
        why: z.array(z.string()),
        /** What the decision knew, inside one's own lease: the bureau's score and name, the debt burden in per cent. */
        known: z.optional(
          z.object({
            bureau: z.string(),
            score: z.nullable(z.number()),
            burden: z.string(),
            /** How many other lenders refused for a suspicion of fraud. */
            fraudElsewhere: z.number(),
          }),
        ),
      }),
    ),
    /** What is remarkable about the client beside others, heaviest first; inside one's own lease. */
    signals: z.array(
      z.object({
        kind: keys<SignalKind>(signalKinds),
        weight: z.number(),
        persons: z.number(),
        since: z.string(),
        /** What was compared with what. */
        compared: z.optional(z.string()),
        /** Clients it was compared with, a few of them. */
        with: z.optional(z.array(z.string())),
      }),
    ),
    /** What this member has typed here and not finished. */
    typed: z.optional(typedSchema),
    /** What others noted for colleagues and gave no verdict to; inside one's own lease. */
    notes: z.array(z.object({ step: z.number(), who: z.string(), at: z.string(), text: z.string() })),
    /** What was written for colleagues with a refusal. */
    refusal: z.optional(z.string()),
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
  who: 'requests.review',
  status: 204,
  params: z.object({ id: z.string().check(z.maxLength(64)), step: z.string().check(z.regex(/^\d{1,2}$/)) }),
  errors: ['not_found', 'lease_lost'],
})

export const keepTyped = defineCall({
  name: 'keepTyped',
  asTyped: true,
  about:
    'Keeps what a member of the staff is typing about a request, with or without a verdict or a lease; the last word counts',
  method: 'PUT',
  path: '/service/office/requests/:id/typed',
  who: 'requests.review',
  status: 204,
  params: id,
  body: typedSchema,
  errors: ['not_found'],
})

export const saveVerdict = defineCall({
  name: 'saveVerdict',
  about: 'A verdict on one item of the latest version',
  method: 'PUT',
  path: '/service/office/requests/:id/items/:step',
  who: 'requests.review',
  status: 204,
  params: z.object({ id: z.string().check(z.maxLength(64)), step: z.string().check(z.regex(/^\d{1,2}$/)) }),
  body: z.object({ version: z.number(), verdict: verdictSchema }),
  errors: ['not_found', 'lease_lost', 'version_conflict', 'invalid_answers'],
})

import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { states } from '../../life.ts'
import { reasonClasses } from '../../request.ts'
import { type RefusalReason, refusalReasons } from '../../review.ts'
import { comment, id, keys } from './parameters.ts'

const versioned = z.object({ version: z.number() })

const outcomeErrors = ['not_found', 'state_conflict', 'version_conflict', 'lease_lost', 'not_reviewed'] as const

export const approveRequest = defineCall({
  name: 'approveRequest',
  about: 'Every item opened and ok: on to the decision, or to a second person above the threshold',
  method: 'POST',
  path: '/service/office/requests/:id/approve',
  who: 'requests.review',
  params: id,
  body: versioned,
  answer: z.object({ state: z.enum(states), needsSecond: z.boolean() }),
  errors: [...outcomeErrors, 'second_person'],
  idempotent: true,
})

export const returnRequest = defineCall({
  name: 'returnRequest',
  about: 'Sends the items marked «fix» back to the client',
  method: 'POST',
  path: '/service/office/requests/:id/return',
  who: 'requests.review',
  params: id,
  body: versioned,
  answer: z.object({ state: z.enum(states) }),
  errors: [...outcomeErrors],
  idempotent: true,
})

export const refuseRequest = defineCall({
  name: 'refuseRequest',
  about: 'Refuses the request with a coded reason',
  method: 'POST',
  path: '/service/office/requests/:id/refuse',
  who: 'requests.review',
  params: id,
  body: z.object({ version: z.number(), reason: keys<RefusalReason>(refusalReasons), comment: z.optional(comment) }),
  answer: z.object({ state: z.enum(states), reason: z.enum(reasonClasses) }),
  errors: [...outcomeErrors],
  idempotent: true,
})

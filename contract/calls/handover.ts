import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { requestDetailSchema } from '../request.ts'

const id = z.object({ id: z.string().check(z.maxLength(64)) })
const same = z.object({ same: z.boolean() })

/**
 * `waiting` for a phone, `comparing` the numbers on both screens, `joined`, `over`: refused on either screen, too late,
 * finished or replaced by a newer one.
 */
const state = z.enum(['waiting', 'comparing', 'joined', 'over'])

export const startHandover = defineCall({
  name: 'startHandover',
  about: 'A one-time link with which a phone may take the photos and the video of this request; an earlier one ends',
  method: 'POST',
  path: '/service/requests/:id/handover',
  limit: 'rareChange',
  params: id,
  status: 201,
  answer: z.object({ token: z.string(), until: z.string() }),
  errors: ['not_found', 'step_closed'],
})

export const seeHandover = defineCall({
  name: 'seeHandover',
  quiet: true,
  about: 'How far the phone has come; `number` while both screens are compared',
  method: 'GET',
  path: '/service/requests/:id/handover',
  params: id,
  answer: z.object({ state, number: z.optional(z.string()), device: z.optional(z.string()) }),
  errors: ['not_found'],
})

export const answerHandover = defineCall({
  name: 'answerHandover',
  about: 'Says on the first screen whether the phone shows the same number; «no» ends the hand-over at any time',
  method: 'POST',
  path: '/service/requests/:id/handover/answer',
  limit: 'rareChange',
  status: 204,
  params: id,
  body: same,
  errors: ['not_found'],
})

export const openHandover = defineCall({
  name: 'openHandover',
  about: 'Spends the link on the phone that shows it: a cookie of its own follows, good for nothing but the capture',
  method: 'POST',
  path: '/service/handover',
  limit: 'handoverLink',
  who: 'anyone',
  status: 204,
  body: z.object({ token: z.string().check(z.maxLength(100)) }),
  errors: ['handover_over'],
})

export const seeOwnHandover = defineCall({
  name: 'seeOwnHandover',
  about: 'The hand-over of this phone: the number to compare, then what is to be taken',
  method: 'GET',
  path: '/service/handover',
  who: 'anyone',
  answer: z.object({
    state,
    number: z.optional(z.string()),
    /** Of the request: whole kopecks. */
    amount: z.optional(z.number()),
    /** Only once joined: the steps of the capture, nothing else of the request. */
    detail: z.optional(requestDetailSchema),
  }),
})

export const answerOwnHandover = defineCall({
  name: 'answerOwnHandover',
  about: 'Says on the phone whether the first screen shows the same number; «no» ends the hand-over at any time',
  method: 'POST',
  path: '/service/handover/answer',
  who: 'anyone',
  status: 204,
  body: same,
})

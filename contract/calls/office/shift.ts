import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { id } from './parameters.ts'

/** How long an assignment keeps a request for one person; after that anybody takes it, so that nobody waits for who has gone home. */
export const assignedForMinutes = 60

const inHand = z.object({
  id: z.string(),
  name: z.string(),
  /** In whose hands it is, or to whom it is given. */
  staffId: z.string(),
  staff: z.string(),
  since: z.string(),
})

const waiting = z.object({
  id: z.string(),
  /** «Иванова А. П.» */
  name: z.string(),
  amount: z.number(),
  waitingMinutes: z.number(),
  late: z.boolean(),
  round: z.number(),
  holder: z.optional(inHand),
  assigned: z.optional(inHand),
})
export type ShiftRequest = z.output<typeof waiting>

const reviewer = z.object({
  id: z.string(),
  name: z.string(),
  /** What the role is called. */
  role: z.string(),
  inHand: z.number(),
  assigned: z.number(),
  /** Outcomes since the day began. */
  doneToday: z.number(),
  /** When they were last at work. */
  seenAt: z.nullable(z.string()),
})
export type ShiftReviewer = z.output<typeof reviewer>

export const officeShift = defineCall({
  name: 'officeShift',
  quiet: true,
  about: 'Who of the reviewers has what and since when, and the hundred requests that have waited longest',
  method: 'GET',
  path: '/service/office/shift',
  who: 'requests.assign',
  answer: z.object({
    reviewers: z.array(reviewer),
    requests: z.array(waiting),
    /** Waiting and in hand, counted to the end. */
    waiting: z.number(),
    held: z.number(),
  }),
})

export const assignRequest = defineCall({
  name: 'assignRequest',
  about: `Gives a request to a reviewer: it comes to them first for ${assignedForMinutes} minutes and to nobody else; out of another’s hands it goes back to the queue first. \`staffId\` null: anybody’s again`,
  method: 'POST',
  path: '/service/office/requests/:id/assign',
  who: 'requests.assign',
  status: 204,
  params: id,
  body: z.object({ staffId: z.nullable(z.string().check(z.maxLength(100))) }),
  errors: ['not_found', 'state_conflict', 'second_person'],
})

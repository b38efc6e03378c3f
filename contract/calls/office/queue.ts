import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { states } from '../../life.ts'
import { id, page, search } from './parameters.ts'

export const queueTabs = ['queued', 'mine', 'returned', 'all'] as const

/** Counting stops here, so that a long history costs no more than a short one. */
export const mostCounted = 1000

const queueItem = z.object({
  id: z.string(),
  state: z.enum(states),
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
  /** To whom a supervisor gave it. */
  assignee: z.optional(z.string()),
  needsSecond: z.boolean(),
})
export type QueueItem = z.output<typeof queueItem>

const narrowed = z.extend(page, { tab: z._default(z.enum(queueTabs), 'queued') })

const queuePage = z.object({
  items: z.array(queueItem),
  next: z.optional(z.string()),
  counters: z.object({ queued: z.number(), mine: z.number(), returned: z.number(), all: z.number() }),
  promiseMinutes: z.number(),
})

export const officeQueue = defineCall({
  name: 'officeQueue',
  quiet: true,
  about: 'Requests for the staff, oldest first, names shortened and passports masked',
  method: 'GET',
  path: '/service/office/queue',
  who: 'requests.review',
  query: narrowed,
  answer: queuePage,
})

/** Answers like `officeQueue`, by what names a person or a request. */
export const findRequests = defineCall({
  name: 'findRequests',
  quiet: true,
  about: 'The same by phone, surname, whole or short id of a request',
  method: 'POST',
  path: '/service/office/queue/search',
  who: 'requests.review',
  body: z.extend(narrowed, { search }),
  answer: queuePage,
})

export const takeNext = defineCall({
  name: 'takeNext',
  about: 'Takes the request that has waited longest; `id` is null when the queue is empty',
  method: 'POST',
  path: '/service/office/queue/next',
  who: 'requests.review',
  answer: z.object({ id: z.nullable(z.string()) }),
})

export const takeRequest = defineCall({
  name: 'takeRequest',
  about: 'Takes this request, or takes it over from another reviewer',
  method: 'POST',
  path: '/service/office/requests/:id/take',
  who: 'requests.review',
  status: 204,
  params: id,
  errors: ['not_found', 'state_conflict', 'second_person'],
})

export const renewLease = defineCall({
  name: 'renewLease',
  quiet: true,
  about: 'Keeps the request in hand; who else has it open',
  method: 'POST',
  path: '/service/office/requests/:id/lease',
  who: 'requests.review',
  params: id,
  answer: z.object({ until: z.string(), others: z.array(z.string()) }),
  errors: ['not_found', 'lease_lost'],
})

export const releaseRequest = defineCall({
  name: 'releaseRequest',
  about: 'Puts the request back to the queue',
  method: 'POST',
  path: '/service/office/requests/:id/release',
  who: 'requests.review',
  status: 204,
  params: id,
  errors: ['not_found', 'lease_lost'],
})

export const officeLive = defineCall({
  name: 'officeLive',
  lane: 'long',
  about: 'Server-sent events: «the queue changed», with ids of requests only',
  method: 'GET',
  path: '/service/office/live',
  who: 'requests.review',
})

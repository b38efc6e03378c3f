import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { typeNames, webhookGiven, webhookSchema, webhookTried } from '../machine/webhooks.ts'
import { id } from './parameters.ts'

export const officeWebhooks = defineCall({
  name: 'officeWebhooks',
  about: 'Webhooks of the office and of machine clients, and the types of events there are',
  method: 'GET',
  path: '/service/office/webhooks',
  who: 'connections.manage',
  answer: z.object({
    items: z.array(
      z.extend(webhookSchema, {
        /** Null: made in the office. */
        client: z.nullable(z.string()),
        waiting: z.number(),
        parked: z.number(),
        lastDelivered: z.nullable(z.string()),
      }),
    ),
    types: z.array(z.object({ type: typeNames, about: z.string() })),
  }),
})

export const officeAddWebhook = defineCall({
  name: 'officeAddWebhook',
  about: 'Makes a webhook; its secret is answered this once',
  method: 'POST',
  path: '/service/office/webhooks',
  who: 'connections.manage',
  status: 201,
  body: webhookGiven,
  answer: z.object({ id: z.string(), secret: z.string() }),
  errors: ['invalid_answers', 'state_conflict'],
  idempotent: true,
})

export const officeSwitchWebhook = defineCall({
  name: 'officeSwitchWebhook',
  about: 'Stops a webhook or lets it go on: what happened meanwhile is sent then. An ended one is gone for good',
  method: 'POST',
  path: '/service/office/webhooks/:id',
  who: 'connections.manage',
  status: 204,
  params: id,
  body: z.object({ state: z.enum(['active', 'stopped', 'ended']) }),
  errors: ['not_found'],
})

export const officeTestWebhook = defineCall({
  name: 'officeTestWebhook',
  lane: 'outside',
  about: 'Sends a test event to a webhook now',
  method: 'POST',
  path: '/service/office/webhooks/:id/test',
  who: 'connections.manage',
  params: id,
  answer: webhookTried,
  errors: ['not_found'],
})

export const officeDeliveries = defineCall({
  name: 'officeDeliveries',
  about: 'What was sent to a webhook and what waits, newest first; 100 at once',
  method: 'GET',
  path: '/service/office/webhooks/:id/deliveries',
  who: 'connections.manage',
  params: id,
  query: z.object({
    before: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
    state: z.optional(z.enum(['waiting', 'done', 'parked'])),
  }),
  answer: z.object({
    items: z.array(
      z.object({
        sequence: z.string(),
        type: z.string(),
        subject: z.string(),
        state: z.enum(['waiting', 'done', 'parked']),
        attempts: z.number(),
        dueAt: z.string(),
        lastAt: z.nullable(z.string()),
        status: z.nullable(z.number()),
        fault: z.nullable(z.string()),
      }),
    ),
    next: z.nullable(z.string()),
  }),
  errors: ['not_found'],
})

export const officeSendAgain = defineCall({
  name: 'officeSendAgain',
  about: 'Sends an event to a webhook again; a parked one gets another three days',
  method: 'POST',
  path: '/service/office/webhooks/:id/deliveries/:sequence',
  who: 'connections.manage',
  status: 204,
  params: z.extend(id, { sequence: z.string().check(z.regex(/^\d{1,15}$/)) }),
  errors: ['not_found'],
})

import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { type EventTypeName, eventTypes } from '../../machine/events.ts'
import { id, root } from './parameters.ts'

export const typeNames = z.enum(Object.keys(eventTypes) as [EventTypeName, ...EventTypeName[]])

export const webhookGiven = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Назовите вебхук'), z.maxLength(100)),
  /** https; in the demo this machine too. */
  url: z.string().check(z.maxLength(500)),
  /** None: all, those to come too. */
  types: z.array(typeNames).check(z.maxLength(100)),
})

export const webhookSchema = z.extend(webhookGiven, {
  id: z.string(),
  /** `stopped`: by the office, or by the receiver's 410. */
  state: z.enum(['active', 'stopped']),
  createdAt: z.string(),
  /** Calls in a row that failed; after five it is tried more and more seldom. */
  failures: z.number(),
  resumesAt: z.nullable(z.string()),
})

/** What came of a test. */
export const webhookTried = z.object({
  delivered: z.boolean(),
  status: z.nullable(z.number()),
  fault: z.nullable(z.string()),
})

const path = `${root}/webhooks`

export const machineWebhooks = defineCall({
  name: 'machineWebhooks',
  about: 'Own webhooks',
  method: 'GET',
  path,
  who: 'machine',
  scope: 'webhooks:manage',
  answer: z.object({ items: z.array(webhookSchema) }),
  errors: ['forbidden'],
})

export const addWebhook = defineCall({
  name: 'addWebhook',
  about: 'Makes a webhook: events from now on are sent to it as Standard Webhooks. Its secret is answered this once',
  method: 'POST',
  path,
  who: 'machine',
  scope: 'webhooks:manage',
  status: 201,
  body: webhookGiven,
  answer: z.object({ id: z.string(), secret: z.string() }),
  example: { body: { name: 'Core', url: 'https://core.example/events', types: ['ru.zayavka.loan.opened'] } },
  errors: ['forbidden', 'invalid_answers', 'state_conflict'],
  idempotent: true,
})

export const rotateWebhookSecret = defineCall({
  name: 'rotateWebhookSecret',
  about: 'A new secret, answered this once; for a day everything is signed by both',
  method: 'POST',
  path: `${path}/:id/secret`,
  who: 'machine',
  scope: 'webhooks:manage',
  params: id,
  answer: z.object({ secret: z.string(), oldUntil: z.string() }),
  errors: ['forbidden', 'not_found'],
  idempotent: true,
})

export const testWebhook = defineCall({
  name: 'testWebhook',
  lane: 'outside',
  about: 'Sends a test event now and says what came of it',
  method: 'POST',
  path: `${path}/:id/test`,
  who: 'machine',
  scope: 'webhooks:manage',
  params: id,
  answer: webhookTried,
  errors: ['forbidden', 'not_found'],
})

export const endWebhook = defineCall({
  name: 'endWebhook',
  about: 'Ends a webhook; nothing more is sent to it',
  method: 'DELETE',
  path: `${path}/:id`,
  who: 'machine',
  scope: 'webhooks:manage',
  status: 204,
  params: id,
  errors: ['forbidden', 'not_found'],
})

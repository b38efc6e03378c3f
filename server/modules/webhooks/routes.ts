import {
  addWebhook,
  endWebhook,
  machineWebhooks,
  rotateWebhookSecret,
  testWebhook,
} from '#contract/calls/machine/webhooks.ts'
import {
  officeAddWebhook,
  officeDeliveries,
  officeSendAgain,
  officeSwitchWebhook,
  officeTestWebhook,
  officeWebhooks,
} from '#contract/calls/office/webhooks.ts'
import { type EventTypeName, eventTypes } from '#contract/machine/events.ts'
import type { Router } from '#server/http/router.ts'
import type { Webhooks } from './service.ts'

const types = Object.entries(eventTypes).map(([type, { about }]) => ({ type: type as EventTypeName, about }))

interface Parts {
  readonly router: Router
  readonly webhooks: Webhooks
}

/** Webhooks as the systems that made them and the administrators see them. */
export function webhookRoutes({ router, webhooks }: Parts) {
  router.read(machineWebhooks, async ({ actor }) => ({ items: await webhooks.list(actor.id) }))
  router.change(addWebhook, ({ actor, body }, tx) => webhooks.add(tx, body, actor))
  router.change(rotateWebhookSecret, ({ actor, params }, tx) => webhooks.rotate(tx, params.id, actor))
  router.read(testWebhook, ({ actor, params }) => webhooks.test(params.id, actor.id))
  router.change(endWebhook, async ({ actor, params }, tx) => {
    await webhooks.turn(tx, params.id, 'ended', actor)
    return undefined
  })

  router.read(officeWebhooks, async () => ({ items: await webhooks.listAll(), types }))
  router.change(officeAddWebhook, ({ actor: { id }, body }, tx) => webhooks.add(tx, body, { kind: 'staff', id }))
  router.read(officeTestWebhook, ({ params }) => webhooks.test(params.id))
  router.read(officeDeliveries, ({ params, query }) => webhooks.deliveries(params.id, query))
  router.change(officeSwitchWebhook, async ({ actor: { id }, params, body }, tx) => {
    await webhooks.turn(tx, params.id, body.state, { kind: 'staff', id })
    return undefined
  })
  router.change(officeSendAgain, async ({ actor: { id }, params }, tx) => {
    await webhooks.sendAgain(tx, params.id, params.sequence, { kind: 'staff', id })
    return undefined
  })
}

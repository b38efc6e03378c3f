import {
  addMachine,
  addMachineSecret,
  changeMachine,
  decideMachine,
  endMachine,
  endMachineSecret,
  officeMachines,
} from '#contract/calls/office/machines.ts'
import type { Router } from '#server/http/router.ts'
import type { MachineClients } from './clients.ts'
import { tokenPath } from './tokens.ts'

interface Parts {
  readonly router: Router
  readonly clients: MachineClients
  readonly publicUrl: string
}

/** Administrators make and end machine clients. */
export function machineOfficeRoutes({ router, clients, publicUrl }: Parts) {
  router.read(officeMachines, async ({ actor }) => ({
    tokenEndpoint: `${publicUrl}${tokenPath}`,
    items: await clients.list(actor.id),
  }))
  router.change(addMachine, ({ actor, body }, tx) => clients.add(tx, body, actor.id))
  router.change(changeMachine, ({ actor, params, body }, tx) => clients.change(tx, params.id, body, actor.id))
  router.change(addMachineSecret, ({ actor, params }, tx) => clients.addSecret(tx, params.id, actor.id))
  router.change(endMachine, ({ actor, params }, tx) => clients.end(tx, params.id, actor.id))

  router.change(endMachineSecret, async ({ actor, params }, tx) => {
    await clients.endSecret(tx, params.id, params.secret, actor.id)
    return undefined
  })

  router.change(decideMachine, async ({ actor, params, body }, tx) => {
    await clients.decide(tx, params.id, body.confirm, actor.id)
    return undefined
  })
}

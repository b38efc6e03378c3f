import {
  endCase,
  findClients,
  joinClients,
  officeCases,
  openClient,
  partClient,
  undoLink,
} from '#contract/calls/office/clients.ts'
import { cursorOf, placeOf } from '#server/http/cursor.ts'
import type { Router } from '#server/http/router.ts'
import type { People } from '../people/index.ts'
import type { Clients } from './service.ts'

const pageSize = 50

interface Parts {
  readonly router: Router
  readonly clients: Clients
  readonly people: Pick<People, 'join' | 'part' | 'undo' | 'cases'>
}

export function clientRoutes({ router, clients, people }: Parts) {
  router.read(findClients, ({ actor, body }) => clients.find(actor, body.search))

  // A reading, but written to the journal first.
  router.read(openClient, ({ actor, params, body }) => clients.open(actor, params.id, body))

  router.change(joinClients, ({ actor, params, body }, tx) => people.join(tx, actor.id, params.id, body.with))

  router.change(partClient, ({ actor, params }, tx) => people.part(tx, actor.id, params.id))

  router.change(undoLink, ({ actor, params }, tx) => people.undo(tx, actor.id, params.id))

  router.read(officeCases, async ({ actor, query }) => {
    const found = await clients.cases(actor.id, placeOf(query.after), pageSize + 1)
    const page = found.slice(0, pageSize)
    const last = found.length > pageSize ? page.at(-1) : undefined
    return { items: page, ...(last && { next: cursorOf(new Date(last.openedAt), last.id) }) }
  })

  router.change(endCase, async ({ actor, params, body }, tx) => ({
    ended: await people.cases.end(tx, params.id, actor.id, body),
  }))
}

import { endClientSessions } from '#contract/calls/office/calling.ts'
import type { Router } from '#server/http/router.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Sessions } from './sessions.ts'

interface Parts {
  readonly router: Router
  readonly sessions: Sessions
  readonly requests: { lock(tx: Tx, requestId: string): Promise<{ id: string; client_id: string }> }
  readonly handovers: { takeBack(tx: Tx, requestId: string): Promise<void> }
}

/** What the office may do with a client's sign-ins. */
export function clientSessionRoutes({ router, sessions, requests, handovers }: Parts) {
  router.change(endClientSessions, async ({ actor, params }, tx) => {
    const request = await requests.lock(tx, params.id)
    const ended = await sessions.endAll(tx, request.client_id)
    await handovers.takeBack(tx, request.id)
    tx.journal({
      event: 'client.endSessions',
      actor: { kind: 'staff', id: actor.id },
      subject: { kind: 'client', id: request.client_id },
      data: { ended, request: request.id },
    })
    return { ended }
  })
}

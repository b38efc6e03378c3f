import type { Facts } from '#contract/facts.ts'
import type { ReactionsOf } from '#server/platform/reactions.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Requests } from './service.ts'

/** What the client's profile learns is known to the request being filled, too. */
export function requestReactions(requests: Requests): ReactionsOf {
  async function learn(tx: Tx, clientId: string, facts: Partial<Facts>): Promise<void> {
    const open = await requests.openLoan(tx, clientId)
    if (!open) return
    const request = await requests.lock(tx, open.id, clientId)
    await requests.saveFacts(tx, request, { ...requests.facts(request), ...facts })
  }

  return {
    'email.confirmed': (tx, { clientId, email }) => learn(tx, clientId, { confirmedEmail: email }),
    'phone.changed': (tx, { clientId, phone }) => learn(tx, clientId, { phone }),
  }
}

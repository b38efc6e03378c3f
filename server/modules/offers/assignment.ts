import type { ClientActor } from '#server/http/actors.ts'
import { fail } from '#server/platform/failure.ts'
import { timingOf } from './content.ts'
import { type OfferDesk, type OfferParts, ownActor, place } from './desk.ts'
import { printPapers } from './papers.ts'
import { lockOffer, offerOf, updateOffer } from './store.ts'

/**
 * The borrower's choice about the assignment of the claim (353-ФЗ art. 5 p. 9, condition 13). The papers carry it, so they are printed anew
 * under the next version, and a code that is out is void.
 */
export function createAssignment({ platform, requests, documents, lender }: OfferParts, desk: OfferDesk) {
  const { clock } = platform
  const { opened, papersOf, stillOpen, renew } = desk

  return async (actor: ClientActor, requestId: string, given: { allowed: boolean; version: number }): Promise<void> => {
    const seen = await requests.owned(actor.id, requestId)
    if (seen.state !== 'Approved') throw fail('state_conflict')
    if (seen.version !== given.version) throw fail('version_conflict', { details: { version: seen.version } })
    const row = stillOpen(await offerOf(platform.db, seen))
    const before = opened(seen, row)
    if ((before.assignmentAllowed ?? false) === given.allowed) return
    const content = { ...before, assignmentAllowed: given.allowed }
    const timing = timingOf(row.amount, clock.now(), lender)
    const drafts = await printPapers(documents, papersOf(seen, content, timing, row.version + 1))
    await platform.transact(async (tx) => {
      const request = await requests.lock(tx, requestId, actor.id)
      const now = stillOpen(await lockOffer(tx.db, request))
      if (request.version !== seen.version || now.version !== row.version)
        throw fail('version_conflict', { details: { version: request.version } })
      await renew(tx, request, now, drafts, timing.contractDate)
      await updateOffer(tx.db, row, { content: request.sealing.seal(content, place(row.id)) })
      tx.journal({
        event: 'offer.assignment',
        actor: ownActor(request),
        subject: { kind: 'request', id: requestId },
        data: { offer: row.id, allowed: given.allowed },
      })
      await requests.touch(tx, request, {})
    })
  }
}

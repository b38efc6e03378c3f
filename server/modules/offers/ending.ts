import type { ClientActor } from '#server/http/actors.ts'
import { fail } from '#server/platform/failure.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { StoredRequest } from '../requests/index.ts'
import { type Move, type OfferDesk, type OfferParts, ownActor } from './desk.ts'
import { lockOffer, type OfferRow, updateOffer } from './store.ts'

/** How an offer ends without a loan: declined, refused in cooling-off, or over. */
export function createEnding({ platform, requests, lender }: OfferParts, { tell }: OfferDesk) {
  const { clock } = platform

  async function end(
    tx: Tx,
    request: StoredRequest,
    row: OfferRow,
    how: {
      state: OfferRow['state']
      event: Move['event']
      who: Move['who']
      actor: Move['actor']
      reason: 'declined' | 'offerOver' | 'coolingOff'
      seen?: number
    },
  ): Promise<StoredRequest> {
    const moved = await requests.move(tx, request, {
      event: how.event,
      who: how.who,
      actor: how.actor,
      ...(how.seen !== undefined && { seen: how.seen }),
      data: { offer: row.id, offerVersion: row.version },
      shown: { rejection: { reason: how.reason }, offerUntil: null, coolingOff: null },
    })
    await updateOffer(tx.db, row.id, { state: how.state, settled_at: clock.now() })
    return moved
  }

  return {
    /** Declines an open offer. Once more: the same answer. */
    async decline(tx: Tx, actor: ClientActor, requestId: string, seen: number): Promise<StoredRequest> {
      const request = await requests.lock(tx, requestId, actor.id)
      const row = await lockOffer(tx.db, requestId)
      if (row?.state === 'declined') return request
      if (row?.state !== 'open') throw fail('state_conflict')
      const own = ownActor(request)
      return end(tx, request, row, {
        state: 'declined',
        event: 'decline',
        who: 'client',
        actor: own,
        reason: 'declined',
        seen,
      })
    },

    /** Refuses the signed loan in cooling-off, at no cost, as long as the money has not been released. Once more: the same answer. */
    async refuse(tx: Tx, actor: ClientActor, requestId: string, seen: number): Promise<StoredRequest> {
      const request = await requests.lock(tx, requestId, actor.id)
      const row = await lockOffer(tx.db, requestId)
      if (row?.state === 'refused') return request
      if (row?.state !== 'coolingOff') throw fail('state_conflict')
      const own = ownActor(request)
      const moved = await end(tx, request, row, {
        state: 'refused',
        event: 'refuseLoan',
        who: 'client',
        actor: own,
        reason: 'coolingOff',
        seen,
      })
      await tell(tx, moved, 'refused', `${lender.brand.name}: вы отказались от займа. Платить ничего не нужно.`)
      return moved
    },

    /** The last day of the offer is over. */
    async expire(tx: Tx, requestId: string): Promise<void> {
      const request = await requests.lock(tx, requestId)
      const row = await lockOffer(tx.db, requestId)
      if (request.state !== 'Approved' || row?.state !== 'open' || row.until_at > clock.now()) return
      const actor = { kind: 'job' as const, id: 'offers' }
      await end(tx, request, row, { state: 'over', event: 'offerOver', who: 'job', actor, reason: 'offerOver' })
      await tell(
        tx,
        request,
        'offerOver',
        `${lender.brand.name}: срок предложения вышел. Если заём ещё нужен, подайте заявку снова.`,
        true,
      )
    },
  }
}

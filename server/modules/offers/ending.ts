import type { ReasonClass } from '#contract/request.ts'
import type { ClientActor } from '#server/http/actors.ts'
import { fail } from '#server/platform/failure.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { StoredRequest } from '../requests/index.ts'
import { type Bar, type Move, type OfferDesk, type OfferParts, ownActor } from './desk.ts'
import { lockOffer, type OfferRow, offerOf, updateOffer } from './store.ts'

/** How an offer ends without a loan: declined, refused in cooling-off, or over. */
export function createEnding({ platform, requests, people, notify, bars }: OfferParts, { ownerOf, opened }: OfferDesk) {
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
      reason: ReasonClass
      data?: Record<string, unknown>
      seen?: number
    },
  ): Promise<StoredRequest> {
    const moved = await requests.move(tx, request, {
      event: how.event,
      who: how.who,
      actor: how.actor,
      ...(how.seen !== undefined && { seen: how.seen }),
      data: { offer: row.id, offerVersion: row.version, ...how.data },
      shown: { rejection: { reason: how.reason }, offerUntil: null, coolingOff: null, payout: null },
    })
    await updateOffer(tx.db, row, { state: how.state, settled_at: clock.now() })
    return moved
  }

  /** What stands against an offer by the person's other accounts and by what the staff have confirmed. */
  async function ofPerson(request: StoredRequest, offer: OfferRow, when: 'signing' | 'payout'): Promise<Bar | null> {
    if ((await people.hold(request.client_id)) === 'confirmed') return { reason: 'caseConfirmed', reasonClass: 'other' }
    const made = { except: request.id, since: offer.created_at }
    const another = when === 'signing' && (await people.signedSince(request.client_id, made))
    return another ? { reason: 'anotherContract', reasonClass: 'limits' } : null
  }

  return {
    /** Declines an open offer. Once more: the same answer. */
    async decline(tx: Tx, actor: ClientActor, requestId: string, seen: number): Promise<StoredRequest> {
      const request = await requests.lock(tx, requestId, actor.id)
      const row = await lockOffer(tx.db, request)
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

    /** Refuses the signed loan, at no cost, until the money may be under way: in cooling-off, or when a payout came to nothing. Once more: the same answer. */
    async refuse(tx: Tx, actor: ClientActor, requestId: string, seen: number): Promise<StoredRequest> {
      const request = await requests.lock(tx, requestId, actor.id)
      const row = await lockOffer(tx.db, request)
      if (row?.state === 'refused') return request
      const unpaid = request.state === 'Payout' && row?.state === 'signed'
      if (!row || (row.state !== 'coolingOff' && !unpaid)) throw fail('state_conflict')
      if (unpaid) await tx.emit('contract.givenUp', { requestId, clientId: row.client_id })
      const own = ownActor(request)
      const moved = await end(tx, request, row, {
        state: 'refused',
        event: 'refuseLoan',
        who: 'client',
        actor: own,
        reason: 'coolingOff',
        seen,
      })
      await notify(tx, ownerOf(moved), 'refused')
      return moved
    },

    /**
     * Looks again at the bars of the law; where there is one, the offer is withdrawn with its reason. Answers whether it was. Before the
     * transaction of what is to happen: a bureau may take its time.
     */
    async barred(requestId: string, when: 'signing' | 'payout', clientId?: string): Promise<boolean> {
      const seen = await requests.find(requestId, undefined, clientId)
      const offer = seen && (await offerOf(platform.db, seen))
      if (!seen || !offer) return false
      const bar = (await ofPerson(seen, offer, when)) ?? (await bars(seen, opened(seen, offer), when))
      if (!bar) return false
      await platform.transact(async (tx) => {
        const request = await requests.lock(tx, requestId, seen.client_id)
        const row = await lockOffer(tx.db, request)
        const standing = request.state === 'Approved' && row?.state === 'open'
        const unpaid = request.state === 'Payout' && row?.state === 'signed'
        if (!row || (!standing && !unpaid)) return
        if (unpaid) await tx.emit('contract.givenUp', { requestId, clientId: row.client_id })
        const actor = { kind: 'job' as const, id: when }
        const reason = bar.reasonClass
        const how = { state: 'barred', event: 'barred', who: 'job', actor, reason, data: { bar: bar.reason } } as const
        const moved = await end(tx, request, row, how)
        await notify(tx, ownerOf(moved), 'rejected')
      })
      return true
    },

    /** Other ways for money that came back were waited for long enough: there is no loan, and nothing is owed. */
    async abandon(tx: Tx, requestId: string): Promise<void> {
      const request = await requests.lock(tx, requestId)
      const row = await lockOffer(tx.db, request)
      if (request.state !== 'Payout' || row?.state !== 'signed') return
      const actor = { kind: 'job' as const, id: 'offers' }
      const how = { state: 'over', event: 'payoutAbandoned', who: 'job', actor, reason: 'offerOver' } as const
      const moved = await end(tx, request, row, how)
      await notify(tx, ownerOf(moved), 'payoutAbandoned')
    },

    /** The last day of the offer is over. */
    async expire(tx: Tx, requestId: string): Promise<void> {
      const request = await requests.lock(tx, requestId)
      const row = await lockOffer(tx.db, request)
      if (request.state !== 'Approved' || row?.state !== 'open' || row.until_at > clock.now()) return
      const actor = { kind: 'job' as const, id: 'offers' }
      await end(tx, request, row, { state: 'over', event: 'offerOver', who: 'job', actor, reason: 'offerOver' })
      await notify(tx, ownerOf(request), 'offerOver')
    },
  }
}

export type Ending = ReturnType<typeof createEnding>

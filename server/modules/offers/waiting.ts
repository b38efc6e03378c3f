import { dateInZone } from '#contract/zones.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { OfferDesk, OfferParts } from './desk.ts'
import type { Ending } from './ending.ts'
import { coolingOffsOver, lockOffer, offerOf, offersOfAnotherDay, offersOver, updateOffer } from './store.ts'

const sweepEvery = 15_000

/** What happens to offers as time goes by: the cooling-off ends, an offer is over, its papers get another day. */
export function createWaiting(parts: OfferParts, desk: OfferDesk, { expire }: Pick<Ending, 'expire'>) {
  const { platform, requests, notify, lender } = parts
  const { clock, jobs } = platform
  const { standing, reprint, renew, shownTerms, ownerOf } = desk

  async function release(tx: Tx, requestId: string): Promise<void> {
    const request = await requests.lock(tx, requestId)
    const row = await lockOffer(tx.db, request)
    if (request.state !== 'Cooldown' || row?.state !== 'coolingOff') return
    if (!row.release_at || row.release_at > clock.now()) return
    const moved = await requests.move(tx, request, {
      event: 'coolingOffOver',
      who: 'job',
      actor: { kind: 'job', id: 'coolingOff' },
      data: { offer: row.id, amount: row.amount },
      shown: { coolingOff: null },
    })
    await updateOffer(tx.db, row, { state: 'signed', settled_at: clock.now() })
    await tx.emit('contract.released', { requestId, clientId: row.client_id, amount: row.amount })
    await notify(tx, ownerOf(moved), 'released')
  }

  /** Prints an open offer anew when its day has passed, so that what is read is what would be signed. */
  async function refresh(requestId: string): Promise<void> {
    const seen = await requests.find(requestId)
    const row = seen && (await offerOf(platform.db, seen))
    if (seen?.state !== 'Approved' || row?.state !== 'open') return
    const { content, timing, stale } = standing(seen, row)
    if (!stale) return
    const fresh = await reprint(seen, row)
    await platform.transact(async (tx) => {
      const request = await requests.lock(tx, requestId)
      const now = await lockOffer(tx.db, request)
      if (request.version !== seen.version || now?.version !== row.version) return
      await renew(tx, request, now, fresh.drafts, timing.contractDate)
      await requests.touch(tx, request, { shown: { terms: shownTerms(content, fresh.price) ?? null } })
    })
  }

  async function sweep(): Promise<void> {
    const now = clock.now()
    for (const id of await offersOver(platform.db, now)) await platform.transact((tx) => expire(tx, id))
    for (const id of await coolingOffsOver(platform.db, now)) await platform.transact((tx) => release(tx, id))
    const today = dateInZone(now, lender.zone)
    for (const id of await offersOfAnotherDay(platform.db, today, now)) await refresh(id)
  }

  jobs.define<{ requestId: string }>('coolingOffOver', ({ requestId }) =>
    platform.transact((tx) => release(tx, requestId)),
  )
  jobs.every('offers', sweepEvery, sweep)

  return { sweep }
}

import { personName } from '#contract/facts.ts'
import { formatRoubles, kopecks } from '#contract/money.ts'
import { formatTerm } from '#contract/wish.ts'
import { formatDateTime } from '#contract/zones.ts'
import type { ClientActor } from '#server/http/actors.ts'
import { fail } from '#server/platform/failure.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { StoredRequest } from '../requests/index.ts'
import type { Entered, PackageContent } from '../signing/index.ts'
import { priceOn, timingOf } from './content.ts'
import { type OfferDesk, type OfferParts, ownActor } from './desk.ts'
import { lockOffer, offerOf, updateOffer } from './store.ts'

/** The contract: what its code signs, and what the signature sets off. */
export function createContract(
  parts: OfferParts,
  { standing, stillOpen, reprint, renew, ownerOf }: OfferDesk,
  barred: (requestId: string, when: 'signing', clientId: string) => Promise<boolean>,
) {
  const { platform, requests, documents, published, signing, notify, people, lender } = parts
  const { clock } = platform

  return {
    /** What a contract's code signs: the offer's papers for today, its version and terms. */
    async contractPackage(request: StoredRequest): Promise<PackageContent> {
      if (request.state !== 'Approved') throw fail('state_conflict')
      const row = stillOpen(await offerOf(platform.db, request))
      await platform.transact((tx) => people.screen(tx, request.client_id))
      if (await barred(request.id, 'signing', request.client_id)) throw fail('state_conflict')
      if (await people.onHold(request.client_id)) throw fail('on_check')
      const { content, timing, stale } = standing(request, row)
      const general = published.current('contract').map(({ id, version, sha256 }) => ({ id, version, sha256 }))
      const price = priceOn(content, timing.issueDay, lender)
      const term = formatTerm(content.product, content.term)
      return {
        about: `договора займа ${formatRoubles(kopecks(content.amount))}, ${term}, вернуть ${formatRoubles(price.totalToReturn)}`,
        terms: {
          offer: row.id,
          offerVersion: stale ? row.version + 1 : row.version,
          product: content.product.id,
          amount: content.amount,
          term: content.term,
          dailyRate: content.product.dailyRate,
          fullCostPercent: price.fullCostPercent,
          totalToReturn: price.totalToReturn,
          contractDate: timing.contractDate,
          general,
        },
        async print() {
          const fresh = stale ? await reprint(request, row) : null
          return async (tx, locked) => {
            const now = stillOpen(await lockOffer(tx.db, locked))
            if (now.version !== row.version) throw fail('version_conflict', { details: { version: locked.version } })
            const last = fresh ? await renew(tx, locked, now, fresh.drafts, timing.contractDate) : now
            return documents.byIds(locked.client_id, last.documents, tx)
          }
        },
      }
    },

    /** Signs the contract: cooling-off where the law asks for it, else the payout begins. */
    async sign(tx: Tx, actor: ClientActor, requestId: string, entered: Entered): Promise<StoredRequest> {
      const request = await requests.lock(tx, requestId, actor.id)
      if (await signing.alreadySigned(tx, request, 'contract', { packageId: entered.package, code: entered.code }))
        return request
      if (request.state !== 'Approved') throw fail('state_conflict')
      if (request.version !== entered.version) throw fail('version_conflict', { details: { version: request.version } })
      if (await people.onHold(request.client_id, tx)) throw fail('on_check')
      const row = stillOpen(await lockOffer(tx.db, request))
      const now = clock.now()
      const timing = timingOf(row.amount, now, lender)
      // Two accounts of one person may each hold an offer: whoever signs first has it, and the other was decided without knowing.
      const free = priceOn(standing(request, row).content, timing.issueDay, lender).discount === 'firstLoan'
      if (free && (await people.hadContract(tx, request.client_id, request.id))) throw fail('terms_changed')
      const made = { except: request.id, since: row.created_at }
      if (await people.signedSince(request.client_id, made, tx)) throw fail('terms_changed')
      const { signatureId, terms } = await signing.confirm(tx, {
        request,
        purpose: 'contract',
        packageId: entered.package,
        code: entered.code,
        sessionId: actor.sessionId,
        address: entered.address,
        userAgent: entered.userAgent,
        name: personName(requests.facts(request)),
      })
      // The papers are dated: over midnight, or with another version, they are not what would be signed.
      if (terms.offerVersion !== row.version || terms.contractDate !== timing.contractDate)
        throw fail('version_conflict', { details: { version: request.version } })
      const waits = timing.coolingOff !== null
      const coolingOff = { since: now.toISOString(), releaseAt: timing.releaseAt.toISOString() }
      const moved = await requests.move(tx, request, {
        event: waits ? 'signCoolingOff' : 'sign',
        who: 'client',
        actor: ownActor(request),
        data: { offer: row.id, offerVersion: row.version, signature: signatureId, amount: row.amount },
        shown: { offerUntil: null, ...(waits && { coolingOff }) },
      })
      await updateOffer(tx.db, row, {
        state: waits ? 'coolingOff' : 'signed',
        contract_date: timing.contractDate,
        release_at: waits ? timing.releaseAt : null,
        signed_at: now,
        ...(!waits && { settled_at: now }),
      })
      if (!waits) {
        await tx.emit('contract.released', { requestId, clientId: row.client_id, amount: row.amount })
        return requests.lock(tx, requestId, actor.id)
      }
      await tx.send('coolingOffOver', { requestId }, { startAfter: timing.releaseAt })
      const until = formatDateTime(timing.releaseAt, lender.zone)
      await notify(tx, ownerOf(moved), 'coolingOff', { until })
      return moved
    },
  }
}

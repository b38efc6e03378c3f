import type { OfferView } from '#contract/calls/offer.ts'
import type { IsoDate } from '#contract/dates.ts'
import { fail } from '#server/platform/failure.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { StoredRequest } from '../requests/index.ts'
import { createAssignment } from './assignment.ts'
import { conditionRows } from './conditions.ts'
import { priceOn, timingOf } from './content.ts'
import { createContract } from './contract.ts'
import { createOfferDesk, type OfferParts } from './desk.ts'
import { createEnding } from './ending.ts'
import { createMaking } from './making.ts'
import { offerReactions } from './reactions.ts'
import { lockOffer, offerOf } from './store.ts'
import { createWaiting } from './waiting.ts'

/** Offers: terms locked for five working days, signed, declined, waited for. Every sum comes from the locked offer. */
export function createOffers(parts: OfferParts) {
  const { platform, requests, documents, lender } = parts
  const { clock } = platform
  const desk = createOfferDesk(parts)
  const { opened, papersOf } = desk
  const ending = createEnding(parts, desk)
  const { decline, refuse, barred, abandon } = ending

  /** The loan begins on the signed terms, priced for the day the money came, which picks the rules. */
  async function begin(tx: Tx, requestId: string, startDate: IsoDate): Promise<void> {
    const request = await requests.lock(tx, requestId)
    const row = await lockOffer(tx.db, request)
    if (!row?.contract_date) throw new Error(`request ${requestId} has no signed offer`)
    const price = priceOn(opened(request, row), startDate, lender)
    const contractDate = row.contract_date as IsoDate
    await tx.emit('loan.began', { requestId, price, contractDate, number: row.number, tariffs: row.tariffs })
  }

  platform.reactions.add('offers', offerReactions({ platform, lender, begin, abandon }))

  return {
    ...createMaking(parts, desk),
    ...createContract(parts, desk, barred),
    ...createWaiting(parts, desk, ending),
    chooseAssignment: createAssignment(parts, desk),
    decline,
    refuse,
    barred,

    /** The offer as its owner reads it. Dates are those of a contract signed now, or of the one that was signed. */
    async view(request: StoredRequest): Promise<OfferView> {
      const row = await offerOf(platform.db, request)
      if (!row) throw fail('not_found')
      const content = opened(request, row)
      const timing = timingOf(row.amount, row.signed_at ?? clock.now(), lender)
      const papers = papersOf(request, content, timing, row.version)
      const { price } = papers
      return {
        id: row.id,
        version: row.version,
        product: content.product.id,
        amount: content.amount,
        requestedAmount: content.requestedAmount,
        term: content.term,
        dailyRate: content.product.dailyRate,
        fullCostPercent: price.fullCostPercent,
        fullCostRoubles: price.fullCostRoubles,
        totalToReturn: price.totalToReturn,
        dueDate: price.lastDate,
        until: row.until_day,
        coolingOff: timing.coolingOff,
        assignmentAllowed: content.assignmentAllowed ?? false,
        debtBurden: content.debtBurden,
        schedule: price.rows.map(({ date, payment, interest, principal, balance }) => ({
          date,
          payment,
          interest,
          principal,
          balance,
        })),
        conditions: conditionRows(papers).map((row) => ({ ...row })),
        documents: await documents.byIds(request.client_id, row.documents),
      }
    },
  }
}

export type Offers = ReturnType<typeof createOffers>

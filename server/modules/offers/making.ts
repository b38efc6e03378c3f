import type { Quote } from '#contract/calculation.ts'
import { contractNumber } from '#contract/contractNumber.ts'
import { addDays, type IsoDate } from '#contract/dates.ts'
import { requiredRuleOn } from '#contract/rules.ts'
import { addWorkingDays } from '#contract/workingDays.ts'
import { instantInZone } from '#contract/zones.ts'
import { newId } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Draft } from '../documents/index.ts'
import type { StoredRequest } from '../requests/index.ts'
import { contentOf, type OfferContent, type ToOffer, timingOf } from './content.ts'
import { type OfferDesk, type OfferParts, place, type Shown } from './desk.ts'
import { printPapers } from './papers.ts'
import { insertOffer } from './store.ts'

/** An offer priced and printed, to be made in the transaction of its decision. */
export interface PreparedOffer {
  readonly content: OfferContent
  readonly drafts: readonly Draft[]
  readonly price: Quote
  readonly pricedOn: IsoDate
  readonly untilDay: IsoDate
  /** The hash of its tariffs; null: they had no versions. */
  readonly tariffs: string | null
}

/** An offer is made: priced and printed first, then kept in the transaction of its decision. */
export function createMaking({ platform, requests, documents, lender }: OfferParts, desk: OfferDesk) {
  const { clock, random } = platform
  const { papersOf, keepAll, shownTerms } = desk

  return {
    /** Prices and prints an offer, before the transaction of its decision. */
    async prepare(request: StoredRequest, decided: ToOffer): Promise<PreparedOffer> {
      const now = clock.now()
      const facts = requests.facts(request)
      const purpose = lender.purposes.find(({ id }) => id === facts.purpose)?.label ?? ''
      const timing = timingOf(decided.decided.amount, now, lender)
      const number = contractNumber(timing.contractDate, Number(random.digits(6)))
      const content = contentOf(decided, purpose, number)
      const papers = papersOf(request, content, timing, 1)
      const stands = requiredRuleOn(lender.rules, 'offerStandsWorkingDays', timing.contractDate)
      return {
        content,
        drafts: await printPapers(documents, papers),
        price: papers.price,
        pricedOn: timing.contractDate,
        tariffs: decided.tariffs ?? null,
        untilDay: addWorkingDays(lender.calendar, timing.contractDate, stands),
      }
    },

    /** Makes the offer; answers what the owner's list shows of it. */
    async create(tx: Tx, request: StoredRequest, prepared: PreparedOffer, decisionId: string): Promise<Shown> {
      const { content, drafts, price, pricedOn, untilDay, tariffs } = prepared
      const id = newId()
      await insertOffer(tx.db, {
        id,
        request_id: request.id,
        client_id: request.client_id,
        version: 1,
        state: 'open',
        number: content.number,
        amount: content.amount,
        content: request.sealing.seal(content, place(id)),
        documents: await keepAll(tx, request, drafts),
        priced_on: pricedOn,
        until_day: untilDay,
        until_at: instantInZone(addDays(untilDay, 1), 0, lender.zone),
        contract_date: null,
        release_at: null,
        created_at: clock.now(),
        signed_at: null,
        settled_at: null,
        tariffs,
      })
      tx.journal({
        event: 'offer.make',
        actor: { kind: 'job', id: 'decide' },
        subject: { kind: 'request', id: request.id },
        data: { offer: id, decision: decisionId, amount: content.amount, until: untilDay, tariffs },
      })
      return { terms: shownTerms(content, price) ?? null, offerUntil: untilDay }
    },
  }
}

import type { Quote } from '#contract/calculation.ts'
import type { OfferView } from '#contract/calls/offer.ts'
import { addDays, formatDate, type IsoDate } from '#contract/dates.ts'
import { personName } from '#contract/facts.ts'
import type { Lender } from '#contract/lender.ts'
import { formatRoubles, kopecks } from '#contract/money.ts'
import { requiredRuleOn } from '#contract/rules.ts'
import { formatTerm } from '#contract/wish.ts'
import { addWorkingDays } from '#contract/workingDays.ts'
import { dateInZone, formatDateTime, instantInZone } from '#contract/zones.ts'
import type { ClientActor } from '#server/http/actors.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Auth } from '../auth/index.ts'
import type { ClientDocuments, Documents, Draft } from '../documents/index.ts'
import type { Messages } from '../messages/index.ts'
import type { Requests, StoredRequest } from '../requests/index.ts'
import type { Entered, PackageContent, Signing } from '../signing/index.ts'
import { conditionRows } from './conditions.ts'
import { contentOf, type OfferContent, priceOn, type Timing, type ToOffer, timingOf } from './content.ts'
import { type Papers, printPapers } from './papers.ts'
import {
  coolingOffsOver,
  insertOffer,
  lockOffer,
  type OfferRow,
  offerOf,
  offersOfAnotherDay,
  offersOver,
  updateOffer,
} from './store.ts'

/** Starts the payout of a signed contract, once: see the payouts module. */
export interface PayoutStarter {
  intend(tx: Tx, request: StoredRequest, terms: { amount: number }): Promise<StoredRequest>
}

interface Parts {
  readonly platform: Platform
  readonly requests: Requests
  readonly documents: ClientDocuments
  readonly published: Documents
  readonly signing: Signing
  readonly payouts: PayoutStarter
  readonly clients: Pick<Auth, 'clientWithin'>
  readonly messages: Messages
  readonly lender: Lender
}

/** An offer priced and printed, to be made in the transaction of its decision. */
export interface PreparedOffer {
  readonly content: OfferContent
  readonly drafts: readonly Draft[]
  readonly price: Quote
  readonly pricedOn: IsoDate
  readonly untilDay: IsoDate
}

type Move = Parameters<Requests['move']>[2]
type Shown = NonNullable<Move['shown']>

const place = (id: string) => ({ table: 'offer', id })
const ownActor = (request: StoredRequest) => ({ kind: 'client' as const, id: request.client_id })
const sweepEvery = 15_000

/** Offers: terms locked for five working days, signed, declined, waited for. Every sum comes from the locked offer. */
export function createOffers(parts: Parts) {
  const { platform, requests, documents, published, signing, payouts, clients, messages, lender } = parts
  const { clock, sealing, jobs } = platform

  const opened = (row: OfferRow) => sealing.unseal<OfferContent>(row.content, place(row.id))

  const shownTerms = (content: OfferContent, price: Quote): Shown['terms'] => ({
    product: content.product.id,
    amount: content.amount,
    term: content.term,
    dueDate: price.lastDate,
    totalToReturn: price.totalToReturn,
  })

  function papersOf(request: StoredRequest, content: OfferContent, timing: Timing, version: number): Papers {
    const general = published.current('contract').find(({ id }) => id === 'generalConditions')
    return {
      content,
      price: priceOn(content, timing.issueDay, lender),
      timing,
      facts: requests.facts(request),
      lender,
      generalConditions: general ? `редакция ${general.version} от ${formatDate(general.from as IsoDate)}` : '',
      number: request.id.slice(0, 8).toUpperCase(),
      version,
    }
  }

  async function tell(tx: Tx, request: StoredRequest, kind: string, text: string): Promise<void> {
    const client = await clients.clientWithin(tx, request.client_id)
    const ids = { clientId: request.client_id, requestId: request.id }
    await messages.sms(tx, { kind, phone: client.phone, text: text.replaceAll('\u00a0', ' '), ...ids })
  }

  async function keepAll(tx: Tx, request: StoredRequest, drafts: readonly Draft[]): Promise<string[]> {
    const ids: string[] = []
    for (const draft of drafts) {
      ids.push((await documents.keep(tx, { clientId: request.client_id, requestId: request.id }, draft)).id)
    }
    return ids
  }

  function stillOpen(row: OfferRow | undefined): OfferRow {
    if (row?.state !== 'open') throw fail('state_conflict')
    if (row.until_at <= clock.now()) throw fail('offer_over')
    return row
  }

  /** An offer as it stands today: its papers are stale when they were printed for a contract of another day. */
  function standing(row: OfferRow) {
    const content = opened(row)
    const timing = timingOf(row.amount, clock.now(), lender)
    return { content, timing, stale: row.priced_on !== timing.contractDate }
  }

  async function reprint(request: StoredRequest, row: OfferRow) {
    const { content, timing } = standing(row)
    const papers = papersOf(request, content, timing, row.version + 1)
    return { drafts: await printPapers(documents, papers), price: papers.price }
  }

  async function renew(tx: Tx, request: StoredRequest, row: OfferRow, drafts: readonly Draft[], day: IsoDate) {
    const next = { version: row.version + 1, documents: await keepAll(tx, request, drafts), priced_on: day }
    await updateOffer(tx.db, row.id, next)
    tx.journal({
      event: 'offer.renew',
      actor: { kind: 'system', id: 'offers' },
      subject: { kind: 'request', id: request.id },
      data: { offer: row.id, version: next.version, pricedOn: day },
    })
    return { ...row, ...next }
  }

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

  async function release(tx: Tx, requestId: string): Promise<void> {
    const request = await requests.lock(tx, requestId)
    const row = await lockOffer(tx.db, requestId)
    if (request.state !== 'Cooldown' || row?.state !== 'coolingOff') return
    if (!row.release_at || row.release_at > clock.now()) return
    const moved = await requests.move(tx, request, {
      event: 'coolingOffOver',
      who: 'job',
      actor: { kind: 'job', id: 'coolingOff' },
      data: { offer: row.id, amount: row.amount },
      shown: { coolingOff: null },
    })
    await updateOffer(tx.db, row.id, { state: 'signed', settled_at: clock.now() })
    await payouts.intend(tx, moved, { amount: row.amount })
    await tell(tx, moved, 'released', `${lender.brand.name}: период охлаждения закончился, отправляем деньги.`)
  }

  async function expire(tx: Tx, requestId: string): Promise<void> {
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
    )
  }

  /** Prints an open offer anew when its day has passed, so that what is read is what would be signed. */
  async function refresh(requestId: string): Promise<void> {
    const seen = await requests.find(requestId)
    const row = await offerOf(platform.db, requestId)
    if (seen?.state !== 'Approved' || row?.state !== 'open') return
    const { content, timing, stale } = standing(row)
    if (!stale) return
    const fresh = await reprint(seen, row)
    await platform.transact(async (tx) => {
      const request = await requests.lock(tx, requestId)
      const now = await lockOffer(tx.db, requestId)
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

  return {
    sweep,

    /** Prices and prints an offer, before the transaction of its decision. */
    async prepare(request: StoredRequest, decided: ToOffer): Promise<PreparedOffer> {
      const now = clock.now()
      const facts = requests.facts(request)
      const purpose = lender.purposes.find(({ id }) => id === facts.purpose)?.label ?? ''
      const content = contentOf(decided, purpose)
      const timing = timingOf(content.amount, now, lender)
      const papers = papersOf(request, content, timing, 1)
      const stands = requiredRuleOn(lender.rules, 'offerStandsWorkingDays', timing.contractDate)
      return {
        content,
        drafts: await printPapers(documents, papers),
        price: papers.price,
        pricedOn: timing.contractDate,
        untilDay: addWorkingDays(lender.calendar, timing.contractDate, stands),
      }
    },

    /** Makes the offer; answers what the owner's list shows of it. */
    async create(tx: Tx, request: StoredRequest, prepared: PreparedOffer, decisionId: string): Promise<Shown> {
      const { content, drafts, price, pricedOn, untilDay } = prepared
      const id = newId()
      await insertOffer(tx.db, {
        id,
        request_id: request.id,
        client_id: request.client_id,
        version: 1,
        state: 'open',
        amount: content.amount,
        content: sealing.seal(content, place(id)),
        documents: await keepAll(tx, request, drafts),
        priced_on: pricedOn,
        until_day: untilDay,
        until_at: instantInZone(addDays(untilDay, 1), 0, lender.zone),
        contract_date: null,
        release_at: null,
        created_at: clock.now(),
        signed_at: null,
        settled_at: null,
      })
      tx.journal({
        event: 'offer.make',
        actor: { kind: 'job', id: 'decide' },
        subject: { kind: 'request', id: request.id },
        data: { offer: id, decision: decisionId, amount: content.amount, until: untilDay },
      })
      return { terms: shownTerms(content, price) ?? null, offerUntil: untilDay }
    },

    /** The offer as its owner reads it. Dates are those of a contract signed now, or of the one that was signed. */
    async view(request: StoredRequest): Promise<OfferView> {
      const row = await offerOf(platform.db, request.id)
      if (!row) throw fail('not_found')
      const content = opened(row)
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
        debtBurden: content.debtBurden,
        schedule: price.rows.map(({ date, payment, interest, principal, balance }) => ({
          date,
          payment,
          interest,
          principal,
          balance,
        })),
        conditions: conditionRows(papers).map((row) => ({ ...row })),
        documents: await documents.byIds(row.documents),
      }
    },

    /** What a contract's code signs: the offer's papers for today, its version and terms. */
    async contractPackage(request: StoredRequest): Promise<PackageContent> {
      if (request.state !== 'Approved') throw fail('state_conflict')
      const row = stillOpen(await offerOf(platform.db, request.id))
      const { content, timing, stale } = standing(row)
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
            const now = stillOpen(await lockOffer(tx.db, request.id))
            if (now.version !== row.version) throw fail('version_conflict', { details: { version: locked.version } })
            const last = fresh ? await renew(tx, locked, now, fresh.drafts, timing.contractDate) : now
            return documents.byIds(last.documents, tx)
          }
        },
      }
    },

    /** Signs the contract: cooling-off where the law asks for it, else the payout begins. */
    async sign(tx: Tx, actor: ClientActor, requestId: string, entered: Entered): Promise<StoredRequest> {
      const request = await requests.lock(tx, requestId, actor.id)
      if (await signing.alreadySigned(tx, request, entered.package)) return request
      if (request.state !== 'Approved') throw fail('state_conflict')
      if (request.version !== entered.version) throw fail('version_conflict', { details: { version: request.version } })
      const row = stillOpen(await lockOffer(tx.db, requestId))
      const now = clock.now()
      const timing = timingOf(row.amount, now, lender)
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
      await updateOffer(tx.db, row.id, {
        state: waits ? 'coolingOff' : 'signed',
        contract_date: timing.contractDate,
        release_at: waits ? timing.releaseAt : null,
        signed_at: now,
        ...(!waits && { settled_at: now }),
      })
      if (!waits) return payouts.intend(tx, moved, { amount: row.amount })
      await tx.send('coolingOffOver', { requestId }, { startAfter: timing.releaseAt })
      const when = formatDateTime(timing.releaseAt, lender.zone)
      await tell(
        tx,
        moved,
        'coolingOff',
        `${lender.brand.name}: договор подписан. Деньги отправим ${when}, по закону до этого можно бесплатно отказаться.`,
      )
      return moved
    },

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

    /** The signed terms priced for the day the money came, and the day of the contract that picks its rules. */
    async signedPrice(
      tx: Tx,
      request: StoredRequest,
      startDate: IsoDate,
    ): Promise<{ price: Quote; contractDate: IsoDate }> {
      const row = await lockOffer(tx.db, request.id)
      if (!row?.contract_date) throw new Error(`request ${request.id} has no signed offer`)
      return { price: priceOn(opened(row), startDate, lender), contractDate: row.contract_date as IsoDate }
    },
  }
}

export type Offers = ReturnType<typeof createOffers>

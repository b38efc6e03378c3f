import type { Quote } from '#contract/calculation.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import type { Lender } from '#contract/lender.ts'
import type { ReasonClass } from '#contract/request.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { ClientDocuments, Documents, Draft } from '../documents/index.ts'
import type { Notify } from '../messages/index.ts'
import type { People } from '../people/index.ts'
import type { Requests, StoredRequest } from '../requests/index.ts'
import type { Signing } from '../signing/index.ts'
import { type OfferContent, priceOn, type Timing, timingOf } from './content.ts'
import { type Papers, printPapers } from './papers.ts'
import { type OfferRow, updateOffer } from './store.ts'

export interface OfferParts {
  readonly platform: Platform
  readonly requests: Requests
  readonly documents: ClientDocuments
  readonly published: Documents
  readonly signing: Signing
  readonly people: Pick<People, 'hadContract' | 'signedSince' | 'hold' | 'screen' | 'onHold'>
  readonly notify: Notify
  readonly lender: Lender
  /** What the law has against the offered loan now; null: nothing. Throws while a bureau does not answer. */
  readonly bars: (request: StoredRequest, content: OfferContent, when: 'signing' | 'payout') => Promise<Bar | null>
}

export interface Bar {
  readonly reason: string
  readonly reasonClass: ReasonClass
}

export type Move = Parameters<Requests['move']>[2]
export type Shown = NonNullable<Move['shown']>

export const place = (id: string) => ({ table: 'offer', id })
export const ownActor = (request: StoredRequest) => ({ kind: 'client' as const, id: request.client_id })

/** What every part of an offer's life works with: its locked terms, its papers for a day, and the word to its owner. */
export function createOfferDesk(parts: OfferParts) {
  const { platform, requests, documents, published, lender } = parts
  const { clock } = platform

  const opened = ({ sealing }: StoredRequest, row: OfferRow) => sealing.unseal<OfferContent>(row.content, place(row.id))

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
      number: content.number,
      version,
    }
  }

  const ownerOf = ({ id, client_id }: StoredRequest) => ({ clientId: client_id, requestId: id })

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
  function standing(request: StoredRequest, row: OfferRow) {
    const content = opened(request, row)
    const timing = timingOf(row.amount, clock.now(), lender)
    return { content, timing, stale: row.priced_on !== timing.contractDate }
  }

  async function reprint(request: StoredRequest, row: OfferRow) {
    const { content, timing } = standing(request, row)
    const papers = papersOf(request, content, timing, row.version + 1)
    return { drafts: await printPapers(documents, papers), price: papers.price }
  }

  async function renew(tx: Tx, request: StoredRequest, row: OfferRow, drafts: readonly Draft[], day: IsoDate) {
    const next = { version: row.version + 1, documents: await keepAll(tx, request, drafts), priced_on: day }
    await updateOffer(tx.db, row, next)
    tx.journal({
      event: 'offer.renew',
      actor: { kind: 'system', id: 'offers' },
      subject: { kind: 'request', id: request.id },
      data: { offer: row.id, version: next.version, pricedOn: day },
    })
    return { ...row, ...next }
  }

  return { opened, shownTerms, papersOf, ownerOf, keepAll, stillOpen, standing, reprint, renew }
}

export type OfferDesk = ReturnType<typeof createOfferDesk>

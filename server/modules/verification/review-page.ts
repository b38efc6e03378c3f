import type { Review, ReviewItem } from '#contract/calls/office/review.ts'
import { personName } from '#contract/facts.ts'
import { formatPhone, maskPhone, type Phone } from '#contract/identifiers.ts'
import type { Lender } from '#contract/lender.ts'
import type { Signal } from '#contract/person/signals.ts'
import { type Beside, disputed, verdictsOn } from '#contract/person/verdicts.ts'
import { type FlowContext, type SummaryRow, summaryOf } from '#contract/step.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Auth } from '../auth/index.ts'
import type { Requests, StoredRequest } from '../requests/index.ts'
import type { Steps } from '../steps/index.ts'
import type { Enrolment } from './enrolment.ts'
import { historyLines, type StaffNames } from './history.ts'
import type { Item, Items } from './items.ts'
import type { Leases } from './leases.ts'
import type { Looks } from './looks.ts'
import { hiddenValue, shortName } from './masks.ts'
import { refusalPlace } from './outcomes.ts'
import { readReview, requestHistory } from './store.ts'
import type { TypedWords } from './typed.ts'
import { waitingTime } from './waiting.ts'

/** A picture or video that belongs to a step. */
export interface StepFile {
  readonly step: number
  readonly id: string
  readonly kind: string
  readonly type: string
  /** Of the round before: shown beside the new one. */
  readonly before: boolean
}

/** The latest decision about a request, as the staff see it. */
export interface DecisionOf {
  readonly id: string
  readonly outcome: string
  readonly rules: string
  readonly reasons: readonly string[]
  readonly at: string
  readonly why: readonly string[]
  readonly known: {
    readonly bureau: string
    readonly score: number | null
    readonly burden: string
    readonly fraudElsewhere: number
  }
}

interface Parts {
  readonly platform: Platform
  readonly requests: Requests
  readonly steps: Steps
  readonly auth: Pick<Auth, 'clientWithin'>
  readonly lender: Lender
  readonly enrolment: Enrolment
  readonly leases: Leases
  readonly looks: Looks
  readonly items: Items
  readonly typed: TypedWords
  readonly names: StaffNames
  readonly productName: (id: string | undefined) => string
  readonly needsSecond: (request: StoredRequest) => boolean
  readonly files: (tx: Tx, request: StoredRequest) => Promise<readonly StepFile[]>
  readonly calling: (tx: Tx, clientId: string, staffId: string) => Promise<Date | undefined>
  readonly decision: (tx: Tx, requestId: string) => Promise<DecisionOf | null>
  readonly signals: (clientId: string, tx: Tx) => Promise<readonly Signal[]>
  readonly passport: (requestId: string, tx: Tx) => Promise<PassportOf>
  /** What a provider of identity said of the client last. */
  readonly identity: (clientId: string, tx: Tx) => Promise<Beside['identity']>
}

/** What a machine made of the photo of the passport. */
export interface PassportOf {
  readonly state: 'none' | 'reading' | 'unread' | 'read'
  readonly reading?: Beside['reading']
}

/** What the page knows beside an item's own answers. */
interface Known {
  readonly files: readonly StepFile[]
  readonly beside: Beside
  readonly machine: PassportOf['state']
}

/** New rows with the old value beside each that has another one, and what bears each out; those in dispute first. */
function compared(now: readonly SummaryRow[], before: readonly SummaryRow[], beside: Beside) {
  const old = new Map(before.map(({ label, value }) => [label, value]))
  const rows = now.map(({ label, value, of }) => {
    const was = old.get(label)
    const verdicts = verdictsOn(of, value, beside)
    return {
      label,
      value,
      ...(was !== undefined && was !== value && { before: was }),
      ...(verdicts.length > 0 && { verdicts: [...verdicts] }),
    }
  })
  return rows.sort((a, b) => Number(disputed(b)) - Number(disputed(a)))
}

function shownDecision({ known, reasons, why, ...rest }: DecisionOf, whole: boolean): NonNullable<Review['decision']> {
  return { ...rest, reasons: [...reasons], why: [...why], ...(whole && { known }) }
}

/** The page of one request. Whole personal data only inside one's own open lease; every opening is in the journal. */
export function createReviewPage(parts: Parts) {
  const { platform, requests, steps, auth, lender, enrolment, leases, looks, items, names } = parts
  const { clock } = platform

  function shownItem(item: Item, whole: boolean, context: FlowContext, known: Known): ReviewItem {
    const { step, kept, open, opened, verdict } = item
    const rows = compared(
      summaryOf(step, kept.answers, context),
      kept.before ? summaryOf(step, kept.before, context) : [],
      known.beside,
    )
    const plain = whole || step.stage === 'request'
    const own = known.files.filter((file) => file.step === step.number)
    return {
      step: step.number,
      title: step.title,
      ...(step.media && {
        media: {
          kind: step.media.kind,
          subject: step.media.subject,
          proves: [...(step.media.proves ?? [])],
          ...(whole && step.media.machine && { machine: known.machine }),
        },
      }),
      rows: plain ? rows : rows.map(({ label }) => ({ label, value: hiddenValue })),
      files: whole ? own.map(({ id, kind, type, before }) => ({ id, kind, type, before })) : [],
      warnings: whole && kept.answers ? step.warn(kept.answers as never, context).map(({ message }) => message) : [],
      open,
      opened,
      ...(verdict && { verdict }),
    }
  }

  return async function open(tx: Tx, requestId: string, staffId: string): Promise<Review> {
    const request = await requests.lock(tx, requestId)
    if (request.type !== 'loan' || !request.sent_at) throw fail('not_found')
    const review = request.state === 'Queued' ? await enrolment.enrol(tx, request) : await readReview(tx.db, requestId)
    if (!review) throw fail('not_found')
    const now = clock.now()
    const inHand = request.state === 'InReview' && review.lease_until !== null && review.lease_until > now
    const mine = inHand && review.holder === staffId
    if (mine) await looks.note(tx, review, staffId)
    const staff = await names(tx)
    const facts = requests.facts(request)
    const { phone } = await auth.clientWithin(tx, request.client_id)
    const context = steps.context(request)
    const files = mine ? await parts.files(tx, request) : []
    const signals = mine ? await parts.signals(request.client_id, tx) : []
    const passport = mine ? await parts.passport(requestId, tx) : ({ state: 'none' } as const)
    const proven = mine ? await parts.identity(request.client_id, tx) : undefined
    const beside = {
      signals,
      facts,
      ...(proven && { identity: proven }),
      ...('reading' in passport && { reading: passport.reading }),
    }
    const list = await items(tx, request, review, staffId)
    const decision = await parts.decision(tx, requestId)
    const words = await parts.typed.of(tx, request, staffId)
    const noted = mine ? words.noted : []
    const calling = mine ? await parts.calling(tx, request.client_id, staffId) : undefined
    const holder = inHand ? staff.get(review.holder ?? '') : undefined
    await leases.present(tx, review, staffId)
    tx.journal({
      event: 'review.open',
      actor: { kind: 'staff', id: staffId },
      subject: { kind: 'request', id: requestId },
      data: { whole: mine, round: review.round },
    })
    return {
      id: request.id,
      type: request.type,
      state: request.state,
      version: request.version,
      round: review.round,
      name: mine ? personName(facts) : shortName(facts),
      phone: mine ? formatPhone(phone as Phone) : maskPhone(phone as Phone),
      product: parts.productName(facts.product),
      amount: facts.amount ?? 0,
      sentAt: request.sent_at.toISOString(),
      ...waitingTime(lender, request, review, now),
      lease: {
        mine,
        ...(holder && { holder }),
        ...(inHand && review.lease_until && { until: review.lease_until.toISOString() }),
      },
      needsSecond: parts.needsSecond(request),
      items: list.map((item) => shownItem(item, mine, context, { files, beside, machine: passport.state })),
      ...(calling && { calling: calling.toISOString() }),
      ...(decision && { decision: shownDecision(decision, mine) }),
      signals: signals.map(({ with: others, ...rest }) => ({ ...rest, ...(others && { with: [...others] }) })),
      ...(words.own && { typed: words.own }),
      notes: noted.map(({ step, staffId: by, at, text }) => ({
        step,
        who: staff.get(by) ?? '',
        at: at.toISOString(),
        text,
      })),
      ...(review.refusal && { refusal: request.sealing.unseal<string>(review.refusal, refusalPlace(requestId)) }),
      events: historyLines(await requestHistory(tx.db, requestId), staff),
    }
  }
}

import { isDeepStrictEqual } from 'node:util'
import { broughtUp } from '#contract/drafts.ts'
import type { StepServices } from '#contract/effects.ts'
import { type Facts, withFacts } from '#contract/facts.ts'
import { neededSteps, nextStep, offerPage, openSteps } from '#contract/flow.ts'
import type { PublicLender } from '#contract/lender.ts'
import type { KeptStep, Remark } from '#contract/request.ts'
import { type FlowContext, type Raw, type StepDefinition, summaryOf, validateStep } from '#contract/step.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Requests, StoredRequest } from '../requests/index.ts'
import { bounded, typedHere } from './drafts.ts'
import { createKeeping, type OpenStep } from './keeping.ts'
import type { StepRegistry } from './registry.ts'
import type { ServicesFor } from './services.ts'
import { clearReturned, readSteps, writeStep } from './store.ts'

interface Parts {
  readonly platform: Platform
  readonly requests: Requests
  readonly registry: StepRegistry
  readonly lender: PublicLender
  readonly today: () => string
  /** Median minutes of a step from real walks, where there were enough. */
  readonly medians: (tx?: Tx) => Promise<ReadonlyMap<number, number>>
  readonly services: ServicesFor
}

/** What was typed, on which revision of the step and in which version of its answers' shape; none: this release's. */
interface Typed {
  readonly revision: number
  readonly version?: number | undefined
}

const emptyStep = (step: StepDefinition): OpenStep => ({
  number: step.number,
  raw: {},
  revision: 0,
  schemaVersion: step.version,
  answers: null,
  before: null,
  accepted: false,
  returned: false,
  remarks: [],
  acceptedAt: null,
})

const desk = 3

/** Whether a request was refused for what was in it: its photos and videos say nothing for the next one. */
const inDoubt = ({ shown: { rejection } }: StoredRequest) =>
  rejection !== undefined && ['documents', 'data', 'other'].includes(rejection.reason)

const beingFilled = ({ state }: StoredRequest) => state === 'New' || state === 'RollbackVerification'

/** While filling, the next step; after the offer, back to it; while money is on its way, the desk. */
function after(request: StoredRequest, next: number): number {
  if (beingFilled(request)) return next
  return request.state === 'Payout' ? desk : offerPage
}

/** Keeps what is typed, accepts what is right, and knows which steps of a request are open. */
export function createSteps(parts: Parts) {
  const { platform, requests, registry, lender, today } = parts

  const context = (request: StoredRequest): FlowContext => contextOf(request, requests.facts(request))
  const contextOf = (request: StoredRequest, facts: Facts): FlowContext => ({
    type: request.type === 'prolongate' ? 'prolongate' : 'loan',
    today: today(),
    lender,
    firstLoan: facts.firstLoan ?? true,
    facts,
  })

  /** The steps of a request, those of an older release brought up to date: what no longer passes is to be answered again. */
  async function all(tx: Pick<Tx, 'db'> | null, request: StoredRequest): Promise<OpenStep[]> {
    const rows = await readSteps(tx?.db ?? platform.db, request)
    const keeping = createKeeping(request.sealing)
    return rows.map((row) => {
      const kept = keeping.open(row)
      const step = registry.all.get(kept.number)
      if (!step || kept.schemaVersion >= step.version) return kept
      const raw = broughtUp(step, kept.raw, kept.schemaVersion)
      const checked = kept.answers && validateStep(step, raw, context(request))
      const answers = checked?.ok ? (checked.answers as Record<string, unknown>) : null
      const accepted = kept.accepted && answers !== null
      return { ...kept, raw, answers, before: null, accepted, schemaVersion: step.version }
    })
  }

  /**
   * The steps as the person may open them. Sent back, an accepted step is closed: one that no longer passes (a rule looks at the day,
   * a promo code is over) must not be, or nothing could be sent any more.
   */
  async function open(tx: Tx | null, request: StoredRequest): Promise<OpenStep[]> {
    if (request.state !== 'RollbackVerification') return all(tx, request)
    if (!tx) return platform.transact((within) => open(within, request))
    const wrong = await missing(tx, request)
    const kept = await all(tx, request)
    return kept.map((step) => (wrong.includes(step.number) ? { ...step, accepted: false } : step))
  }

  /** Numbers of needed steps that are not accepted, or whose answers no longer pass. */
  async function missing(tx: Tx, request: StoredRequest): Promise<number[]> {
    const kept = await all(tx, request)
    const now = context(request)
    const wrong: number[] = []
    for (const step of needed(request)) {
      const mine = kept.find((k) => k.number === step.number)
      const found = registry.effects.get(step.number)?.issues
      const right = mine?.accepted && validateStep(step, mine.raw, now).ok
      if (!right || (found && (await found(now.facts, servicesFor(tx, request))).length > 0)) wrong.push(step.number)
    }
    return wrong
  }

  const needed = (request: StoredRequest) => neededSteps(registry.flow, context(request))

  async function write(tx: Tx, request: StoredRequest, step: OpenStep): Promise<void> {
    await writeStep(tx.db, createKeeping(request.sealing).close(request, step, platform.clock.now()))
  }

  const servicesFor = (tx: Tx, request: StoredRequest): StepServices => ({
    clientId: request.client_id,
    requestId: request.id,
    ...parts.services(tx, request),
  })

  async function opened(tx: Tx, request: StoredRequest, number: number) {
    const step = registry.all.get(number)
    const kept = await open(tx, request)
    const numbers = needed(request).map((s) => s.number)
    const now = openSteps(request.state, numbers, kept)
    if (!step?.answers || !now.includes(number)) throw fail('step_closed', { details: { open: [...now] } })
    return { step, kept, before: kept.find((s) => s.number === number) ?? emptyStep(step) }
  }

  /** Writes answers that have passed: facts, effects and journal follow. Answers the request as it is then. */
  async function take(tx: Tx, request: StoredRequest, step: StepDefinition, draft: OpenStep, passed: unknown) {
    const answers = passed as Record<string, unknown>
    const accepted: OpenStep = { ...draft, answers, accepted: true, acceptedAt: platform.clock.now() }
    await write(tx, request, accepted)
    const facts = withFacts(requests.facts(request), step.facts(answers))
    const saved = await requests.saveFacts(tx, request, facts)
    const effects = registry.effects.get(step.number)
    await effects?.accepted(facts, servicesFor(tx, saved), answers)
    tx.journal({
      event: 'step.accept',
      actor: { kind: 'client', id: request.client_id },
      subject: { kind: 'request', id: request.id },
      data: { step: step.number, revision: draft.revision },
    })
    return { step: accepted, request: effects ? await requests.lock(tx, request.id, request.client_id) : saved }
  }

  const conflict = (kept: OpenStep) => fail('version_conflict', { details: { revision: kept.revision, raw: kept.raw } })

  return {
    all,
    open,
    missing,
    needed,
    /** Whether a step is photos and video, which may be taken on another device. */
    captured: (number: number) => registry.all.get(number)?.stage === 'capture',
    context,

    /** A step as its owner sees it. */
    view(request: StoredRequest, kept: OpenStep): KeptStep {
      const step = registry.all.get(kept.number)
      const sent = step && kept.returned && kept.before ? summaryOf(step, kept.before, context(request)) : []
      return {
        number: kept.number,
        raw: { ...kept.raw },
        revision: kept.revision,
        accepted: kept.accepted,
        returned: kept.returned,
        remarks: kept.remarks.map((remark) => ({ ...remark })),
        ...(sent.length > 0 && { sent: sent.map(({ label, value }) => ({ label, value })) }),
      }
    },

    /** What is left in minutes: real walks where known, the step's own guess else. */
    async minutesLeft(request: StoredRequest, kept: readonly OpenStep[], tx?: Tx): Promise<number> {
      const medians = await parts.medians(tx)
      const left = needed(request).filter((s) => !kept.some((k) => k.number === s.number && k.accepted))
      return Math.ceil(left.reduce((sum, s) => sum + (medians.get(s.number) ?? s.minutes), 0))
    },

    /** Keeps changed fields as typed. The same patch sent again, its answer lost, is not a conflict. */
    async draft(tx: Tx, request: StoredRequest, number: number, given: Typed & { patch: Raw }) {
      const { step, before } = await opened(tx, request, number)
      const raw = bounded({ ...before.raw, ...typedHere(step, given.patch, given.version) })
      if (isDeepStrictEqual(raw, before.raw)) return { revision: before.revision }
      if (given.revision !== before.revision) throw conflict(before)
      const revision = before.revision + 1
      await write(tx, request, { ...before, raw, revision })
      return { revision }
    },

    /**
     * Accepts a step after checking it. Facts and effects follow in the same transaction. Once the request was looked at, no
     * signature follows any more: what is still open then (where the money goes) asks for a fresh code.
     */
    async accept(tx: Tx, request: StoredRequest, number: number, given: Typed & { raw: Raw; confirmed?: boolean }) {
      const { step, kept, before } = await opened(tx, request, number)
      if (!beingFilled(request) && !given.confirmed) throw fail('confirm_again')
      const raw = bounded(typedHere(step, given.raw, given.version))
      const same = isDeepStrictEqual({ ...raw }, { ...before.raw })
      if (given.revision !== before.revision && !same) throw conflict(before)
      const checked = validateStep(step, raw, context(request))
      if (!checked.ok) throw fail('invalid_answers', { issues: checked.issues })
      const revision = same ? before.revision : before.revision + 1
      const facts = withFacts(requests.facts(request), step.facts(checked.answers))
      const issues = (await registry.effects.get(number)?.issues?.(facts, servicesFor(tx, request))) ?? []
      if (issues.length > 0) throw fail('invalid_answers', { issues })
      const taken = await take(tx, request, step, { ...before, raw, revision }, checked.answers)
      const now = [...kept.filter((s) => s.number !== number), taken.step]
      const numbers = needed(taken.request).map((s) => s.number)
      const next = after(taken.request, nextStep(number, numbers, now))
      return { request: taken.request, kept: now, warnings: checked.warnings, next }
    },

    /** Opens the marked steps for correction; what was accepted stays beside as `before`. */
    async sendBack(tx: Tx, request: StoredRequest, marked: ReadonlyMap<number, readonly Remark[]>): Promise<void> {
      for (const kept of await all(tx, request)) {
        const remarks = marked.get(kept.number)
        if (!remarks) continue
        await write(tx, request, { ...kept, accepted: false, returned: true, before: kept.answers, remarks })
      }
    },

    settle: (tx: Tx, request: StoredRequest) => clearReturned(tx.db, request),

    /**
     * Starts a new request from the last one: answers that still pass are accepted and confirmed on the check page, the
     * rest wait as drafts. Photos and videos a reviewer did not believe are asked again.
     */
    async prefill(tx: Tx, request: StoredRequest, from: StoredRequest): Promise<StoredRequest> {
      const before = await all(tx, from)
      let current = request
      for (const step of registry.flow.filter(({ number }) => number !== 34)) {
        const kept = before.find(({ number, acceptedAt }) => number === step.number && acceptedAt)
        const now = context(current)
        const carried = registry.effects.get(step.number)?.carried
        if (!kept || !step.when(now) || (carried && inDoubt(from))) continue
        const prefilled = step.prefill(kept.raw, now)
        const raw = prefilled && carried ? await carried(prefilled, servicesFor(tx, current)) : prefilled
        if (!raw) continue
        const draft = { ...emptyStep(step), raw, revision: 1 }
        const checked = validateStep(step, raw, now)
        if (checked.ok) current = (await take(tx, current, step, draft, checked.answers)).request
        else await write(tx, request, draft)
      }
      return current
    },
  }
}

export type Steps = ReturnType<typeof createSteps>

import { isDeepStrictEqual } from 'node:util'
import type { StepServices } from '#contract/effects.ts'
import type { Facts } from '#contract/facts.ts'
import { neededSteps, nextStep, offerPage, openSteps } from '#contract/flow.ts'
import type { PublicLender } from '#contract/lender.ts'
import type { KeptStep, Remark } from '#contract/request.ts'
import { type FlowContext, type Raw, type StepDefinition, validateStep } from '#contract/step.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Requests, StoredRequest } from '../requests/index.ts'
import { createKeeping, type OpenStep } from './keeping.ts'
import type { StepRegistry } from './registry.ts'
import { clearReturned, readSteps, writeStep } from './store.ts'

interface Parts {
  readonly platform: Platform
  readonly requests: Requests
  readonly registry: StepRegistry
  readonly lender: PublicLender
  readonly today: () => string
  /** Median minutes of a step from real walks, where there were enough. */
  readonly medians: () => Promise<ReadonlyMap<number, number>>
  /** What accepted answers may set off, bound to one request and transaction. */
  readonly services: (tx: Tx, request: StoredRequest) => Omit<StepServices, 'clientId' | 'requestId'>
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

  /** The steps of a request, drafts of an older release brought up to date. */
  async function all(tx: Pick<Tx, 'db'> | null, request: StoredRequest): Promise<OpenStep[]> {
    const rows = await readSteps(tx?.db ?? platform.db, request.id)
    const keeping = createKeeping(request.sealing)
    return rows.map((row) => {
      const kept = keeping.open(row)
      const step = registry.all.get(kept.number)
      if (!step || kept.schemaVersion >= step.version) return kept
      return { ...kept, raw: step.migrate(kept.raw, kept.schemaVersion), schemaVersion: step.version }
    })
  }

  const needed = (request: StoredRequest) => neededSteps(registry.flow, context(request))

  async function write(tx: Tx, request: StoredRequest, step: OpenStep): Promise<void> {
    await writeStep(tx.db, createKeeping(request.sealing).close(request.id, step, platform.clock.now()))
  }

  const servicesFor = (tx: Tx, request: StoredRequest): StepServices => ({
    clientId: request.client_id,
    requestId: request.id,
    ...parts.services(tx, request),
  })

  async function opened(tx: Tx, request: StoredRequest, number: number) {
    const step = registry.all.get(number)
    const kept = await all(tx, request)
    const numbers = needed(request).map((s) => s.number)
    const open = openSteps(request.state, numbers, kept)
    if (!step?.answers || !open.includes(number)) throw fail('step_closed', { details: { open: [...open] } })
    return { step, kept, before: kept.find((s) => s.number === number) ?? emptyStep(step) }
  }

  /** Writes answers that have passed: facts, effects and journal follow. Answers the request as it is then. */
  async function take(tx: Tx, request: StoredRequest, step: StepDefinition, draft: OpenStep, passed: unknown) {
    const answers = passed as Record<string, unknown>
    const accepted: OpenStep = { ...draft, answers, accepted: true, acceptedAt: platform.clock.now() }
    await write(tx, request, accepted)
    const facts = { ...requests.facts(request), ...step.facts(answers) }
    const saved = await requests.saveFacts(tx, request, facts)
    const effects = registry.effects.get(step.number)
    await effects?.accepted(facts, servicesFor(tx, saved), answers)
    tx.journal({
      event: 'step.accept',
      actor: { kind: 'client', id: request.client_id },
      subject: { kind: 'request', id: request.id },
      data: { step: step.number, revision: draft.revision },
    })
    return { step: accepted, request: effects ? await requests.lock(tx, request.id) : saved }
  }

  const conflict = (kept: OpenStep) => fail('version_conflict', { details: { revision: kept.revision, raw: kept.raw } })

  return {
    all,
    needed,
    /** Whether a step is photos and video, which may be taken on another device. */
    captured: (number: number) => registry.all.get(number)?.stage === 'capture',
    context,

    /** A step as its owner sees it. */
    view(request: StoredRequest, kept: OpenStep): KeptStep {
      const sent =
        kept.returned && kept.before ? registry.all.get(kept.number)?.summary(kept.before, context(request)) : []
      return {
        number: kept.number,
        raw: { ...kept.raw },
        revision: kept.revision,
        accepted: kept.accepted,
        returned: kept.returned,
        remarks: kept.remarks.map((remark) => ({ ...remark })),
        ...(sent && sent.length > 0 && { sent: sent.map(({ label, value }) => ({ label, value })) }),
      }
    },

    /** What is left in minutes: real walks where known, the step's own guess else. */
    async minutesLeft(request: StoredRequest, kept: readonly OpenStep[]): Promise<number> {
      const medians = await parts.medians()
      const left = needed(request).filter((s) => !kept.some((k) => k.number === s.number && k.accepted))
      return Math.ceil(left.reduce((sum, s) => sum + (medians.get(s.number) ?? s.minutes), 0))
    },

    /** Keeps changed fields as typed. The same patch sent again, its answer lost, is not a conflict. */
    async draft(tx: Tx, request: StoredRequest, number: number, given: { revision: number; patch: Raw }) {
      const { before } = await opened(tx, request, number)
      const raw = { ...before.raw, ...given.patch }
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
    async accept(
      tx: Tx,
      request: StoredRequest,
      number: number,
      given: { revision: number; raw: Raw; confirmed?: boolean },
    ) {
      const { step, kept, before } = await opened(tx, request, number)
      if (!beingFilled(request) && !given.confirmed) throw fail('confirm_again')
      const same = isDeepStrictEqual({ ...given.raw }, { ...before.raw })
      if (given.revision !== before.revision && !same) throw conflict(before)
      const checked = validateStep(step, given.raw, context(request))
      if (!checked.ok) throw fail('invalid_answers', { issues: checked.issues })
      const revision = same ? before.revision : before.revision + 1
      const taken = await take(tx, request, step, { ...before, raw: given.raw, revision }, checked.answers)
      const now = [...kept.filter((s) => s.number !== number), taken.step]
      const numbers = needed(taken.request).map((s) => s.number)
      return { ...taken, warnings: checked.warnings, next: after(taken.request, nextStep(number, numbers, now)) }
    },

    /** Numbers of needed steps that are not accepted, or whose answers no longer pass. */
    async missing(tx: Tx, request: StoredRequest): Promise<number[]> {
      const kept = await all(tx, request)
      const now = context(request)
      return needed(request)
        .filter((step) => {
          const mine = kept.find((k) => k.number === step.number)
          return !mine?.accepted || !validateStep(step, mine.raw, now).ok
        })
        .map((step) => step.number)
    },

    /** Opens the marked steps for correction; what was accepted stays beside as `before`. */
    async sendBack(tx: Tx, request: StoredRequest, marked: ReadonlyMap<number, readonly Remark[]>): Promise<void> {
      for (const kept of await all(tx, request)) {
        const remarks = marked.get(kept.number)
        if (!remarks) continue
        await write(tx, request, { ...kept, accepted: false, returned: true, before: kept.answers, remarks })
      }
    },

    settle: (tx: Tx, requestId: string) => clearReturned(tx.db, requestId),

    /**
     * Starts a new request from the last one: answers that still pass are accepted and confirmed on the check page, the
     * rest wait as drafts. Photos and videos a reviewer did not believe are asked again.
     */
    async prefill(tx: Tx, request: StoredRequest, from: StoredRequest): Promise<StoredRequest> {
      const before = await all(tx, from)
      let current = request
      for (const step of registry.flow.filter(({ number }) => number !== 34)) {
        const kept = before.find(({ number, answers }) => number === step.number && answers)
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

import type { ErrorCode, Issue } from '#contract/errors.ts'
import { type Facts, withFacts } from '#contract/facts.ts'
import { neededSteps, nextStep, openSteps } from '#contract/flow.ts'
import type { PublicLender } from '#contract/lender.ts'
import type { State } from '#contract/life.ts'
import type { KeptStep, LoanRequest, RequestDetail } from '#contract/request.ts'
import { deriveStatus, numbersOf } from '#contract/status.ts'
import { type FlowContext, type Raw, type StepDefinition, validateStep } from '#contract/step.ts'
import { dateInZone } from '#contract/zones.ts'
import { inventedAnswers, inventedEmail, inventedPhone } from './answers.ts'
import { offerOf } from './offer.ts'
import { Refusal } from './service.ts'

interface Parts {
  readonly lender: PublicLender
  readonly flow: readonly StepDefinition[]
  readonly now: () => Date
  readonly newId: () => string
  /** Told of a change that no answer tells of */
  readonly changed: (id: string, version: number) => void
}

const requestForm = 34
/** How long a trial «checks» and «decides», ms each: long enough to see the screen */
const thinking = 2500

const refuse = (code: ErrorCode, issues?: readonly Issue[]): never => {
  throw new Refusal(code, issues && { issues })
}

/**
 * One invented person and their one request, in memory: the rules are those of `contract/`, by which the server goes too. Nothing checks
 * what was typed further, and every request that is sent is approved.
 */
export function createWorld({ lender, flow, now, newId, changed }: Parts) {
  const invented = inventedAnswers(lender)
  const own: Facts = { phone: inventedPhone, confirmedEmail: inventedEmail, firstLoan: true }
  let signedIn = false
  let request: { id: string; state: State; version: number; createdAt: string; sentAt?: string } | null = null
  let facts = own
  let steps = new Map<number, KeptStep>()

  const context = (): FlowContext => ({
    type: 'loan',
    today: dateInZone(now(), lender.zone),
    lender,
    firstLoan: true,
    facts,
  })
  const needed = () => neededSteps(flow, context())
  const held = () => request ?? refuse('not_found')

  const fresh = (number: number): KeptStep => {
    const raw = invented[number]
    return { number, raw: { ...raw }, revision: raw ? 1 : 0, accepted: false, returned: false, remarks: [] }
  }

  function opened(number: number) {
    const step = flow.find((one) => one.number === number)
    const numbers = needed().map((one) => one.number)
    if (!step?.answers || !openSteps(held().state, numbers, [...steps.values()]).includes(number)) refuse('step_closed')
    return { step: step as StepDefinition, before: steps.get(number) ?? fresh(number) }
  }

  function move(state: State): void {
    const moved = held()
    request = { ...moved, state, version: moved.version + 1 }
  }

  /** What an answer of the server would not tell: the office and the decision, in their time */
  function decide(id: string, ...states: readonly State[]): void {
    const [next, ...rest] = states
    if (next === undefined) return
    setTimeout(() => {
      if (request?.id !== id || deriveStatus(numbersOf({ type: 'loan', state: request.state })).mayCreate) return
      move(next)
      changed(id, held().version)
      decide(id, ...rest)
    }, thinking)
  }

  function view(): LoanRequest {
    const { id, state, version, createdAt, sentAt } = held()
    const { status, verification } = numbersOf({ type: 'loan', state })
    const offer = state === 'Approved' ? offerOf(facts, lender, now()) : null
    return {
      _id: id,
      type: 'loan',
      status,
      ...(verification && { verification }),
      allowedFillRequest: deriveStatus({ type: 'loan', status, verification }).mayFill,
      version,
      createdAt,
      updatedAt: now().toISOString(),
      terms: { product: facts.product ?? '', amount: facts.amount ?? 0, term: facts.term ?? 0 },
      ...(sentAt && { sentAt }),
      ...(state === 'Queued' && { queue: { position: 1 } }),
      ...(state === 'Rejected' && { rejection: { reason: 'withdrawn' as const } }),
      ...(offer && { offerUntil: offer.until }),
    }
  }

  function detail(): RequestDetail {
    const left = needed().filter(({ number }) => !steps.get(number)?.accepted)
    return {
      request: view(),
      steps: [...steps.values()],
      needed: needed().map(({ number }) => number),
      facts: { ...facts },
      serverTime: now().toISOString(),
      minutesLeft: Math.ceil(left.reduce((sum, { minutes }) => sum + minutes, 0)),
      firstLoan: true,
    }
  }

  function accept(number: number, raw: Raw) {
    const { step, before } = opened(number)
    const checked = validateStep(step, raw, context())
    if (!checked.ok) return refuse('invalid_answers', checked.issues)
    facts = withFacts(facts, step.facts(checked.answers))
    steps.set(number, { ...before, raw: { ...raw }, revision: before.revision + 1, accepted: true })
    move(held().state)
    const numbers = needed().map((one) => one.number)
    return {
      detail: detail(),
      warnings: checked.warnings.map(({ field, message }) => ({ field, message })),
      next: nextStep(number, numbers, [...steps.values()]),
    }
  }

  return {
    signedIn: () => signedIn,
    signIn: (is: boolean) => {
      signedIn = is
    },
    /** The request, if there is one */
    request: () => (request ? view() : null),
    detail,
    accept,

    create(raw: Raw): LoanRequest {
      const form = flow.find(({ number }) => number === requestForm)
      if (!form) return refuse('not_found')
      const checked = validateStep(form, raw, context())
      if (!checked.ok) return refuse('invalid_answers', checked.issues)
      facts = own
      request = { id: newId(), state: 'New', version: 1, createdAt: now().toISOString() }
      steps = new Map([[requestForm, fresh(requestForm)]])
      accept(requestForm, raw)
      for (const { number } of needed()) if (invented[number] && !steps.has(number)) steps.set(number, fresh(number))
      return view()
    },

    draft(number: number, patch: Raw): { revision: number } {
      const { before } = opened(number)
      const revision = before.revision + 1
      steps.set(number, { ...before, raw: { ...before.raw, ...patch }, revision })
      return { revision }
    },

    confirmEmail(email: string): void {
      facts = { ...facts, confirmedEmail: email }
      move(held().state)
    },

    send(): LoanRequest {
      const { id } = held()
      if (needed().some(({ number }) => !steps.get(number)?.accepted)) refuse('steps_missing')
      move('Queued')
      request = { ...held(), sentAt: now().toISOString() }
      decide(id, 'Hyb_Verification_Approved', 'Approved')
      return view()
    },

    withdraw(): LoanRequest {
      move('Rejected')
      return view()
    },

    offer: () => (held().state === 'Approved' ? offerOf(facts, lender, now()) : refuse('not_found')),
    steps: needed,
  }
}

export type World = ReturnType<typeof createWorld>

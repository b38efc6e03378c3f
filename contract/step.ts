import type * as z from 'zod/mini'
import type { Issue } from './errors.ts'
import type { Facts, PublishedFacts } from './facts.ts'
import type { PublicLender } from './lender.ts'
import type { Media } from './media.ts'
import type { ValueKind } from './person/verdicts.ts'
import type { RequestType } from './status.ts'

/** All that was typed on a step: JSON, valid or not, kept as it is. */
export type Raw = Readonly<Record<string, unknown>>

/** Who may open a screen: anybody, with the auth status known, or with an active request. */
export type ScreenMode = 'public' | 'auth' | 'verification'

/** Whom a screen is for: borrowers who are signed in, or whoever comes. */
export type Audience = 'client' | 'anyone'

/** The parts of the filling a person sees as one stretch of the way. */
export type Stage = 'request' | 'person' | 'life' | 'capture' | 'money' | 'finish'

export const stageTitles: Readonly<Record<Stage, string>> = {
  request: 'Заём',
  person: 'О вас',
  life: 'Адрес и доход',
  capture: 'Фото и видео',
  money: 'Деньги и согласия',
  finish: 'Проверка и подпись',
}

/** What a rule of a step may look at. Pure data: the same in the browser, on the server and in the office. */
export interface FlowContext {
  readonly type: RequestType
  /** Today in the lender's zone, `YYYY-MM-DD`. */
  readonly today: string
  readonly lender: PublicLender
  /** No loan of this client has ever been paid out. */
  readonly firstLoan: boolean
  /** Facts of the steps accepted so far. */
  readonly facts: Facts
}

export interface SummaryRow {
  readonly label: string
  readonly value: string
  /** What else can bear it out. */
  readonly of?: ValueKind
}

type Rule<Schema extends z.ZodMiniType> = (answers: z.output<Schema>, context: FlowContext) => readonly Issue[]

/** One numbered screen as data. `answers` is there only on steps that ask for something. */
export interface StepDefinition<Schema extends z.ZodMiniType = z.ZodMiniType> {
  readonly number: number
  readonly title: string
  readonly mode: ScreenMode
  readonly audience: Audience
  readonly stage?: Stage
  /** Version of the answers' shape; raise it with `migrate` when old drafts no longer fit. */
  readonly version: number
  readonly answers?: Schema
  /** The photo or video among the answers. */
  readonly media?: Media
  /** Papers may be sent from this screen, beside any answers: photos and PDF. */
  readonly papers?: true
  /** Label of each answer: what the screen, the error summary, the check page and the office call it. */
  readonly labels: Readonly<Record<string, string>>
  /** Fields that count only sometimes: a hidden field's raw value is kept and left out of the answers. */
  readonly shown: Readonly<Record<string, (raw: Raw) => boolean>>
  /** Whether this request needs the step. */
  readonly when: (context: FlowContext) => boolean
  /** Rules that look beyond one field. Each is asked as soon as the fields it reads are right by themselves. */
  readonly check: readonly Rule<Schema>[]
  /** Things worth knowing that do not stop anybody. */
  readonly warn: (answers: z.output<Schema>, context: FlowContext) => readonly Issue[]
  readonly summary: (answers: z.output<Schema>, context: FlowContext) => readonly SummaryRow[]
  /** Every fact the step knows of, `undefined` where the answers have none: an earlier answer's goes then. */
  readonly facts: (answers: z.output<Schema>) => PublishedFacts
  readonly migrate: (raw: Raw, from: number) => Raw
  /** What a returning borrower starts with, from the raw answers of the last request; null: ask again. */
  readonly prefill: (raw: Raw, context: FlowContext) => Raw | null
  /** Minutes a person needs, until real walks say better. */
  readonly minutes: number
}

type Parts<Schema extends z.ZodMiniType> = Partial<Omit<StepDefinition<Schema>, 'check'>> &
  Pick<StepDefinition<Schema>, 'number' | 'title' | 'mode'> & {
    readonly check?: Rule<Schema> | readonly Rule<Schema>[]
  }

const shortText = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'да' : 'нет'
  return String(value)
}

/** Declares a step, filling in what most steps share: always needed, no extra rules, a summary by labels. */
export function defineStep<Schema extends z.ZodMiniType>(parts: Parts<Schema>): StepDefinition<Schema> {
  const labels = parts.labels ?? {}
  return {
    version: 1,
    audience: parts.mode === 'public' ? 'anyone' : 'client',
    labels,
    shown: {},
    when: () => true,
    warn: () => [],
    facts: () => ({}),
    migrate: (raw) => raw,
    prefill: (raw) => raw,
    minutes: 1,
    summary: (answers) => {
      const values = (answers ?? {}) as Record<string, unknown>
      return Object.entries(labels)
        .filter(([field]) => field in values)
        .map(([field, label]) => ({ label, value: shortText(values[field]) }))
    },
    ...parts,
    check: [parts.check ?? []].flat(),
  }
}

/** What is said of answers that were accepted in an older shape and no longer pass: never by the step's own words, made for its present ones. */
const outgrown: readonly SummaryRow[] = [
  { label: 'Ответ', value: 'Дан по прежней форме: клиенту нужно ответить заново' },
]

/** A step's answers in words. `null`: there were some, and they no longer fit the step. */
export const summaryOf = (step: StepDefinition, answers: unknown, context: FlowContext): readonly SummaryRow[] =>
  answers === null ? outgrown : step.summary(answers as never, context)

export type Validation<Answers> =
  | { readonly ok: true; readonly answers: Answers; readonly warnings: readonly Issue[] }
  | { readonly ok: false; readonly issues: readonly Issue[] }

/**
 * The part of what was typed that counts now: hidden fields left out, and those that were taken away (a save says so with
 * null). The rules are read by their own names: a field called like something every object inherits is a field like any other.
 */
export function relevant(step: Pick<StepDefinition, 'shown'>, raw: Raw): Raw {
  const rules = new Map(Object.entries(step.shown))
  const counts = ([field, value]: [string, unknown]) => value !== null && (rules.get(field)?.(raw) ?? true)
  return Object.fromEntries(Object.entries(raw).filter(counts))
}

const requiredMessage = (label: string | undefined) => `Заполните поле${label ? ` «${label}»` : ''}`

/** One issue a field, in the order of the form (its labels), whatever rule found it. */
function firstPerField(issues: readonly Issue[], labels: StepDefinition['labels']): readonly Issue[] {
  const order = Object.keys(labels)
  const seen = new Set<string>()
  return issues
    .filter(({ field }) => !seen.has(field) && seen.add(field))
    .sort((a, b) => order.indexOf(a.field) - order.indexOf(b.field))
}

class ReadsWrongField extends Error {}

/** What the rules find that read right fields alone, so that a person hears of everything at once: one that reads a wrong field waits. */
function rulesOnRightFields<Schema extends z.ZodMiniType>(
  step: StepDefinition<Schema>,
  counted: Raw,
  wrong: ReadonlySet<string | undefined>,
  context: FlowContext,
): readonly Issue[] {
  const { shape } = step.answers as { shape?: Readonly<Record<string, z.ZodMiniType>> }
  if (!shape) return []
  const right = new Proxy({} as Record<string, unknown>, {
    get: (_nothing, field) => {
      if (typeof field !== 'string' || wrong.has(field)) throw new ReadsWrongField()
      return shape[field]?.safeParse(counted[field]).data
    },
  })
  return step.check.flatMap((rule) => {
    try {
      return rule(right as z.output<Schema>, context)
    } catch (error) {
      if (error instanceof ReadsWrongField) return []
      throw error
    }
  })
}

/**
 * Checks what was typed on a step: the same code while typing, on «Далее» and on the server.
 * A field with a `shown` rule is optional in the schema and required here while it is shown, unless its
 * schema default or the step's own `check` says otherwise.
 */
export function validateStep<Schema extends z.ZodMiniType>(
  step: StepDefinition<Schema>,
  raw: Raw,
  context: FlowContext,
): Validation<z.output<Schema>> {
  if (!step.answers) return { ok: true, answers: {} as z.output<Schema>, warnings: [] }
  const counted = relevant(step as unknown as StepDefinition, raw)
  const missing = Object.entries(step.shown)
    .filter(([field, shown]) => shown(raw) && (counted[field] === undefined || counted[field] === ''))
    .map(([field]) => ({ field, message: requiredMessage(step.labels[field]) }))
  const parsed = step.answers.safeParse(counted)
  if (!parsed.success || missing.length > 0) {
    const issues = (parsed.error?.issues ?? []).map((issue) => {
      const field = issue.path.map(String).join('.')
      // A field says in its own words what is missing; zod's general ones are replaced.
      const inWords = /[а-яё]/i.test(issue.message)
      return { field, message: inWords ? issue.message : requiredMessage(step.labels[field]) }
    })
    const wrong = new Set([...missing, ...issues].map(({ field }) => field.split('.')[0]))
    const beyond = rulesOnRightFields(step, counted, wrong, context)
    return { ok: false, issues: firstPerField([...missing, ...issues, ...beyond], step.labels) }
  }
  const issues = step.check.flatMap((rule) => rule(parsed.data, context))
  if (issues.length > 0) return { ok: false, issues: firstPerField(issues, step.labels) }
  return { ok: true, answers: parsed.data, warnings: step.warn(parsed.data, context) }
}

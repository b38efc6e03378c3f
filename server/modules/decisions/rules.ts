import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ZenEngine } from '@gorules/zen-engine'
import * as z from 'zod/mini'
import { reasonClasses } from '#contract/request.ts'
import { StartRefused } from '#server/platform/refusal.ts'
import { type Version, versionOf } from '../versions/index.ts'

/** What a row of the table answers. */
const answerSchema = z.object({
  row: z.string(),
  outcome: z.enum(['offer', 'reject', 'refer']),
  reasonClass: z.optional(z.nullable(z.enum(reasonClasses))),
  /** Per cent of the sum asked for. */
  share: z.optional(z.nullable(z.number())),
  /** Another daily rate than the product's, never dearer. */
  dailyRate: z.optional(z.nullable(z.string())),
})
export type RuleAnswer = z.output<typeof answerSchema>

export interface Evaluation {
  readonly answer: RuleAnswer
  /** The engine's account of every node, without its timings. */
  readonly trace: unknown
}

/** One file of decision rules: a table in the JSON Decision Model, in force since the day in its name. */
export type DecisionRules = Version

const fileName = /^loan-(\d{4}-\d{2}-\d{2})\.json$/

const node = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  content: z.optional(
    z.looseObject({
      inputs: z.array(z.looseObject({ id: z.string(), name: z.string() })),
      outputs: z.array(z.looseObject({ id: z.string(), name: z.string() })),
      rules: z.array(z.record(z.string(), z.string())),
    }),
  ),
})
const modelSchema = z.looseObject({ nodes: z.array(z.looseObject(node.shape)) })

export const rulesOf = (version: string, content: string): DecisionRules => versionOf(version, content)

/** The decision rules of the configuration, every version that was ever in force. Throws StartRefused naming a broken file. */
export function readDecisionRules(folder: string): readonly DecisionRules[] {
  return readdirSync(folder)
    .filter((file) => fileName.test(file))
    .sort()
    .map((file) => {
      const content = readFileSync(join(folder, file), 'utf8')
      try {
        modelSchema.parse(JSON.parse(content))
      } catch {
        throw new StartRefused(`The decision rules ${file} are not a decision table: correct or remove the file`)
      }
      return rulesOf(file.replace(/\.json$/, ''), content)
    })
}

/** The rules in force on a day. Throws RangeError when there are none yet. */
export function rulesInForce(all: readonly DecisionRules[], day: string): DecisionRules {
  const found = all.filter(({ from }) => from <= day).at(-1)
  if (!found) throw new RangeError(`no decision rules are in force on ${day}`)
  return found
}

/** Durations differ from run to run; everything else of a trace is the same for the same inputs. */
const withoutTimings = (key: string, value: unknown) => (key === 'performance' ? undefined : value)

function answerOf(rules: DecisionRules, result: unknown): RuleAnswer {
  const answer = answerSchema.safeParse(result)
  if (!answer.success) throw new Error(`the decision rules ${rules.version} have no row for this request`)
  return answer.data
}

/** Runs the table on a context. Throws when no row fits, or a row answers something that is no answer. */
export async function evaluateRules(rules: DecisionRules, context: object): Promise<Evaluation> {
  const engine = new ZenEngine()
  try {
    const decision = engine.createDecision(Buffer.from(rules.content))
    const { result, trace } = await decision.evaluate(context, { trace: true })
    return {
      answer: answerOf(rules, result),
      trace: JSON.parse(JSON.stringify(trace ?? {}, withoutTimings)) as unknown,
    }
  } finally {
    engine.dispose()
  }
}

/** Runs a table on a context; `evaluateRules`, or one that keeps its engine. */
export type Evaluate = (rules: DecisionRules, context: object) => Promise<Pick<Evaluation, 'answer' | 'trace'>>

/**
 * An engine that is kept for as many contexts as there are, without an account of the way: for many decisions at once. `close` gives its
 * memory back.
 */
export function openEvaluator(): { readonly evaluate: Evaluate; close(): void } {
  const engine = new ZenEngine()
  const opened = new Map<string, ReturnType<ZenEngine['createDecision']>>()
  return {
    async evaluate(rules, context) {
      const kept = opened.get(rules.content) ?? engine.createDecision(Buffer.from(rules.content))
      opened.set(rules.content, kept)
      const { result } = await kept.evaluate(context)
      return { answer: answerOf(rules, result), trace: null }
    },
    close: () => engine.dispose(),
  }
}

/** The table without the rows that are silent for a person. The same rules when none is. */
export function rulesWithout(rules: DecisionRules, silent: ReadonlyArray<{ readonly row: string }>): DecisionRules {
  if (silent.length === 0) return rules
  const model = modelSchema.parse(JSON.parse(rules.content))
  const codes = new Set(silent.map(({ row }) => JSON.stringify(row)))
  const nodes = model.nodes.map((one) =>
    one.content
      ? { ...one, content: { ...one.content, rules: one.content.rules.filter(({ row }) => !codes.has(row ?? '')) } }
      : one,
  )
  return { ...rules, content: JSON.stringify({ ...model, nodes }) }
}

/** What each row of the table is for, by its code. */
export function rowTexts(rules: Pick<DecisionRules, 'content'>): ReadonlyMap<string, string> {
  const { nodes } = modelSchema.parse(JSON.parse(rules.content))
  const rows = nodes.find(({ type }) => type === 'decisionTableNode')?.content?.rules ?? []
  return new Map(rows.map((row) => [String(row.row).replaceAll('"', ''), row._description ?? '']))
}

/** The table as the office shows it: columns by name, one line a row. */
export function tableOf(rules: DecisionRules): { version: string; columns: string[]; rows: string[][] } {
  const { nodes } = modelSchema.parse(JSON.parse(rules.content))
  const content = nodes.find(({ type }) => type === 'decisionTableNode')?.content
  const fields = [...(content?.inputs ?? []), ...(content?.outputs ?? [])]
  return {
    version: rules.version,
    columns: ['Правило', ...fields.map(({ name }) => name)],
    rows: (content?.rules ?? []).map((row) => [row._description ?? '', ...fields.map(({ id }) => row[id] ?? '')]),
  }
}

/** Throws StartRefused unless each of these tables says what happens when the scoring is silent. */
export function nameSilence(all: readonly DecisionRules[]): void {
  for (const { version, content } of all) {
    const { nodes } = modelSchema.parse(JSON.parse(content))
    const inputs = nodes.flatMap((one) => one.content?.inputs ?? [])
    if (!inputs.some(({ field }) => field === 'opinion.silent'))
      throw new StartRefused(
        `The decision rules ${version} do not look at opinion.silent: name what happens when the scoring of SCORING_PROVIDER gives no answer`,
      )
  }
}

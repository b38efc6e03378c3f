import * as z from 'zod/mini'
import type { Issue } from '../errors.ts'
import type { ReasonClass } from '../request.ts'
import { engineText, readCondition } from './conditions.ts'
import { conditionField, conditionFields } from './fields.ts'

export const ruleOutcomes = { offer: 'предложение', refer: 'второму сотруднику', reject: 'отказ' } as const
export type RuleOutcome = keyof typeof ruleOutcomes

/** Reasons a row may refuse with: the others of a request are no lender's to say. */
export const ruleReasons = {
  credit: 'кредитная история',
  limits: 'ограничения',
  documents: 'документы',
  data: 'данные',
  other: 'другая',
} as const satisfies Partial<Record<ReasonClass, string>>
export type RuleReason = keyof typeof ruleReasons

const keys = <K extends string>(table: Record<K, unknown>) => z.enum(Object.keys(table) as [K, ...K[]])

export const ruleRow = z.object({
  /** Names the row in decisions for ever. */
  code: z.string().check(z.maxLength(40)),
  /** What it is for, as the staff read it. */
  text: z.string().check(z.maxLength(300)),
  /** Conditions by the path of their field. */
  when: z.record(z.string().check(z.maxLength(60)), z.string().check(z.maxLength(120))),
  outcome: keys<RuleOutcome>(ruleOutcomes),
  reason: z.optional(keys<RuleReason>(ruleReasons)),
  /** Per cent of the sum asked for. */
  share: z.optional(z.number()),
  /** A share a day, never dearer than the product's. */
  dailyRate: z.optional(z.string().check(z.maxLength(12))),
})
export type RuleRow = z.output<typeof ruleRow>

/** The first row that fits decides. */
export const ruleRows = z.array(ruleRow).check(z.maxLength(200))

const model = z.looseObject({
  nodes: z.array(
    z.looseObject({
      type: z.string(),
      content: z.optional(
        z.looseObject({
          hitPolicy: z.optional(z.string()),
          inputs: z.array(z.looseObject({ id: z.string(), field: z.optional(z.string()), name: z.string() })),
          outputs: z.array(z.looseObject({ id: z.string(), field: z.string(), name: z.string() })),
          rules: z.array(z.record(z.string(), z.string())),
        }),
      ),
    }),
  ),
})

const ours = new Set(['inputNode', 'decisionTableNode', 'outputNode'])
const said = new Set(['outcome', 'reasonClass', 'share', 'dailyRate', 'row'])

function read(content: string): RuleRow[] {
  const { nodes } = model.parse(JSON.parse(content))
  const tables = nodes.flatMap(({ type, content: inside }) => (type === 'decisionTableNode' && inside ? inside : []))
  const [table] = tables
  if (
    !table ||
    tables.length > 1 ||
    (table.hitPolicy ?? 'first') !== 'first' ||
    nodes.some(({ type }) => !ours.has(type))
  )
    throw new RangeError('not one table whose first fitting row decides')
  if (table.inputs.some(({ field }) => !field) || table.outputs.some(({ field }) => !said.has(field)))
    throw new RangeError('a column that is not of ours')
  return table.rules.map((cells) => {
    // an answer that is computed is no JSON: it throws
    const answers = Object.fromEntries(
      table.outputs.map(({ id, field }) => [field, JSON.parse(cells[id] || 'null') as unknown]),
    )
    const when = table.inputs.flatMap(({ id, field }) => (cells[id] ? [[field ?? '', cells[id]] as const] : []))
    return ruleRow.parse({
      code: answers.row,
      text: cells._description ?? '',
      when: Object.fromEntries(when),
      outcome: answers.outcome,
      reason: answers.reasonClass ?? undefined,
      share: answers.share ?? undefined,
      dailyRate: answers.dailyRate ?? undefined,
    })
  })
}

/** The rows of a JDM file, when it says nothing but a table of ours; null for any other: it is changed as a file. */
export function rowsOf(content: string): RuleRow[] | null {
  try {
    return read(content)
  } catch {
    return null
  }
}

const outputs = [
  { id: 'outcome', field: 'outcome', name: 'Исход' },
  { id: 'reasonClass', field: 'reasonClass', name: 'Причина для клиента' },
  { id: 'share', field: 'share', name: 'Доля запрошенной суммы, %' },
  { id: 'dailyRate', field: 'dailyRate', name: 'Ставка в день' },
  { id: 'row', field: 'row', name: 'Код правила' },
] as const

const place = (x: number) => ({ x, y: 160 })

/** The rows as the file the engine runs. */
export function contentOf(rows: readonly RuleRow[]): string {
  const used = conditionFields.filter(({ path }) => rows.some(({ when }) => when[path]))
  const table = {
    hitPolicy: 'first',
    inputs: used.map(({ path, name }) => ({ id: path, field: path, name })),
    outputs,
    rules: rows.map(({ code, text, when, outcome, reason, share, dailyRate }) => ({
      _id: code,
      _description: text,
      ...Object.fromEntries(used.map(({ path }) => [path, when[path] ?? ''])),
      outcome: JSON.stringify(outcome),
      reasonClass: JSON.stringify(reason ?? null),
      share: JSON.stringify(share ?? null),
      dailyRate: JSON.stringify(dailyRate ?? null),
      row: JSON.stringify(code),
    })),
  }
  const nodes = [
    { id: 'request', type: 'inputNode', name: 'Заявка', position: place(80) },
    { id: 'table', type: 'decisionTableNode', name: 'Правила решения', position: place(360), content: table },
    { id: 'decision', type: 'outputNode', name: 'Решение', position: place(640) },
  ]
  const edge = (sourceId: string, targetId: string) => ({
    id: `${sourceId}-${targetId}`,
    sourceId,
    targetId,
    type: 'edge',
  })
  return `${JSON.stringify({ nodes, edges: [edge('request', 'table'), edge('table', 'decision')] }, null, 2)}\n`
}

const russian = /[а-яё]/i
const codePattern = /^[a-z][a-zA-Z0-9]{1,39}$/
const decimal = /^0\.\d{1,6}$/

/** What is wrong within one row, by column. */
function* rowFaults(row: RuleRow): Generator<readonly [column: string, message: string]> {
  if (!codePattern.test(row.code)) yield ['Код правила', 'Латинские буквы и цифры, первая буква строчная']
  if (!russian.test(row.text)) yield ['Правило', 'Нужны русские слова: их прочтёт сотрудник']
  for (const [path, cell] of Object.entries(row.when)) {
    const field = conditionField(path)
    const read = field ? readCondition(field, cell) : 'Такого столбца нет'
    if (typeof read === 'string') yield [field?.name ?? path, read]
  }
  if (row.outcome === 'reject' && !row.reason)
    yield ['Причина для клиента', 'Без неё клиент не узнает, почему ему отказали']
  if (row.outcome !== 'reject' && row.reason) yield ['Причина для клиента', 'Бывает только у отказа']
  if (row.outcome === 'offer' && (row.share === undefined || !(row.share >= 1 && row.share <= 100)))
    yield ['Доля запрошенной суммы, %', 'Число от 1 до 100']
  if (row.outcome !== 'offer' && row.share !== undefined)
    yield ['Доля запрошенной суммы, %', 'Бывает только у предложения']
  if (row.dailyRate !== undefined && (row.outcome !== 'offer' || !decimal.test(row.dailyRate)))
    yield ['Ставка в день', 'Доля долга, как 0.005, и только у предложения']
}

/** What is wrong with each row by itself: `rows.3.Возраст`, and which row and column it is in words. */
export function rowIssues(rows: readonly RuleRow[]): Issue[] {
  const issues = rows.flatMap((row, at) =>
    [...rowFaults(row)].map(([column, message]) => ({
      field: `rows.${at}.${column}`,
      message: `Строка ${at + 1}, «${column}»: ${message}`,
    })),
  )
  const seen = new Map<string, number>()
  rows.forEach(({ code }, at) => {
    const before = seen.get(code)
    if (before !== undefined)
      issues.push({
        field: `rows.${at}.Код правила`,
        message: `Строка ${at + 1}, «Код правила»: уже есть в строке ${before + 1}`,
      })
    seen.set(code, at)
  })
  return issues
}

/** The rows with every condition in the engine's own words; they have no issues. */
export const settled = (rows: readonly RuleRow[]): RuleRow[] =>
  rows.map((row) => ({
    ...row,
    text: row.text.trim(),
    when: Object.fromEntries(
      conditionFields.flatMap((field) => {
        const read = readCondition(field, row.when[field.path] ?? '')
        return read === null || typeof read === 'string' ? [] : [[field.path, engineText(read)]]
      }),
    ),
  }))

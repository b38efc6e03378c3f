import type { Finding } from '#contract/calls/office/workbench.ts'
import { type RuleRow, rowIssues } from '#contract/decisionTable/table.ts'
import { monotoneFindings } from './monotone.ts'
import { type Box, type Regions, regionsOf, TooEntangled } from './regions.ts'
import { exampleText } from './words.ts'

const error = (message: string, row?: number): Finding => ({
  level: 'error',
  message,
  ...(row !== undefined && { row }),
})

const named = (rows: readonly RuleRow[], at: number) => `Строка ${at + 1} «${rows[at]?.text ?? ''}»`

/** Whom the law or the lender's own word bars: no row may offer to them. */
const barred = [
  { path: 'blacklisted', fit: (value: unknown) => value === true, who: 'человеку из чёрного списка' },
  { path: 'person.age', fit: (value: unknown) => Number(value) < 18, who: 'человеку моложе 18 лет' },
] as const

function* reach(rows: readonly RuleRow[], regions: Regions): Generator<Finding> {
  const { boxes, free, pick, axes, whole, narrowed } = regions
  let offers = 0
  for (const [at, row] of rows.entries()) {
    const box = boxes[at] as Box
    const mine = free(box, at)
    if (!mine) {
      yield error(`${named(rows, at)} никогда не сработает: всех таких забирают строки выше`, at)
      continue
    }
    if (row.outcome !== 'offer') continue
    offers += 1
    for (const { path, fit, who } of barred) {
      const part = narrowed(box, path, fit)
      const found = part && free(part, at)
      if (found) yield error(`${named(rows, at)} даёт заём ${who}. ${exampleText(axes, pick(found))}`, at)
    }
  }
  if (offers === 0) yield error('Такие правила откажут всем: ни одна строка с предложением не сработает')
  const gap = free(whole, rows.length)
  if (gap) yield error(`Есть заявки без решения: ни одна строка не подходит. ${exampleText(axes, pick(gap))}`)
}

function* rates(rows: readonly RuleRow[], law: LegalFacts): Generator<Finding> {
  for (const [at, { dailyRate }] of rows.entries()) {
    if (!dailyRate) continue
    if (law.dailyRateCap !== null && Number(dailyRate) > Number(law.dailyRateCap))
      yield error(`${named(rows, at)}, «Ставка в день»: ${dailyRate} больше законной ${law.dailyRateCap}`, at)
    else if (law.productRates.every((rate) => Number(rate) <= Number(dailyRate)))
      yield {
        level: 'warning',
        message: `${named(rows, at)}, «Ставка в день»: не ниже ставки продуктов, ничего не изменит`,
        row: at,
      }
  }
}

/** What of the dated rule table and the tariffs a table is compared with. */
export interface LegalFacts {
  readonly dailyRateCap: string | null
  readonly productRates: readonly string[]
  /** The lender's scoring is asked: a table has to say what its silence means. */
  readonly asksScoring: boolean
}

/** What is wrong with a table as a whole, for every input there can be. Empty: it may be tried and asked for. */
export function checkRows(rows: readonly RuleRow[], law: LegalFacts): Finding[] {
  if (rows.length === 0) return [error('В таблице нет ни одной строки')]
  const issues = rowIssues(rows)
  if (issues.length > 0) return issues.map(({ field, message }) => error(message, Number(field.split('.')[1])))
  if (law.asksScoring && !rows.some(({ when }) => when['opinion.silent']))
    return [error('Правила не говорят, что делать, когда скоринг молчит: нужна строка с условием «Скоринг не ответил»')]
  try {
    const regions = regionsOf(rows)
    return [...reach(rows, regions), ...rates(rows, law), ...monotoneFindings(rows, regions)]
  } catch (failure) {
    if (!(failure instanceof TooEntangled)) throw failure
    return [error('Таблица слишком запутана, проверить её нельзя: уберите лишние условия или разделите строки')]
  }
}

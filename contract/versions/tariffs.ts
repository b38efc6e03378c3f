import * as z from 'zod/mini'
import type { Issue } from '../errors.ts'
import { type ProductInConfig, productsSchema } from '../lender/products.ts'
import type { Product } from '../lender.ts'

/** A number that is being typed; null: the field is empty. */
const cell = z.nullable(z.number())
const words = z.string().check(z.maxLength(300))
const code = z.string().check(z.maxLength(40))
const range = z.object({ min: cell, max: cell, step: cell, start: cell })

const draftPromo = z.object({
  code,
  freeDays: cell,
  from: z.optional(code),
  until: z.optional(code),
  perPerson: z.optional(cell),
  perDay: z.optional(cell),
  inAll: z.optional(cell),
})
export type DraftPromo = z.output<typeof draftPromo>

const draftProduct = z.object({
  kind: z.enum(['single', 'instalments']),
  id: code,
  name: words,
  about: words,
  /** Whole roubles. */
  amount: range,
  /** Days, or payments. */
  term: range,
  dailyRate: code,
  firstLoanFreeUpTo: z.optional(cell),
  lateInterestAfterFree: z.optional(z.boolean()),
  promos: z.array(draftPromo).check(z.maxLength(100)),
  /** Of `single`. */
  prolongation: z.optional(z.object({ minDays: cell, maxDays: cell })),
  /** Of `instalments`. */
  everyDays: z.optional(cell),
})
export type DraftProduct = z.output<typeof draftProduct>

export const draftTariffs = z.array(draftProduct).check(z.maxLength(30))

/** Prices a product may have: each is looked at before the tariffs come into force. */
const mostPrices = 100_000

const isSaid = (value: unknown) => value !== null && value !== undefined && value !== ''

const said = <T extends object>(object: T): T =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => isSaid(value))) as T

const rangeOf = ({ min, max, step, start }: DraftProduct['amount']) => ({ min, max, step, start })

const promoOf = ({ code, freeDays, from, until, perPerson, perDay, inAll }: DraftPromo) => ({
  code: code.trim().toUpperCase(),
  freeDays,
  ...said({ from, until, perPerson, perDay, inAll }),
})

/** A product as the lender's file writes it, always in this order: what is empty is left out, and so is what the other kind of product has. */
function inConfig(product: DraftProduct): unknown {
  const { kind, id, name, about, amount, term, dailyRate, firstLoanFreeUpTo, promos, prolongation } = product
  return {
    kind,
    id,
    name,
    about,
    amount: rangeOf(amount),
    term: rangeOf(term),
    dailyRate: dailyRate.trim().replace(',', '.'),
    ...said({ firstLoanFreeUpTo }),
    lateInterestAfterFree: product.lateInterestAfterFree ?? false,
    promos: promos.map(promoOf),
    ...(kind === 'single' && prolongation && { prolongation }),
    ...(kind === 'instalments' && { everyDays: product.everyDays }),
  }
}

const fieldNames: Readonly<Record<string, string>> = {
  kind: 'Вид',
  id: 'Код',
  name: 'Название',
  about: 'Описание',
  dailyRate: 'Ставка в день',
  amount: 'Сумма',
  'amount.min': 'Сумма от',
  'amount.max': 'Сумма до',
  'amount.step': 'Шаг суммы',
  'amount.start': 'Сумма сначала',
  term: 'Срок',
  'term.min': 'Срок от',
  'term.max': 'Срок до',
  'term.step': 'Шаг срока',
  'term.start': 'Срок сначала',
  firstLoanFreeUpTo: 'Первый заём бесплатно до',
  everyDays: 'Платёж раз в',
  'prolongation.minDays': 'Продление от',
  'prolongation.maxDays': 'Продление до',
  'promos.code': 'Промокод',
  'promos.freeDays': 'Дней без процентов',
  'promos.from': 'Действует с',
  'promos.until': 'Действует по',
  'promos.perPerson': 'Раз на человека',
  'promos.perDay': 'Раз в день',
  'promos.inAll': 'Раз всего',
}

const formats: Readonly<Record<string, string>> = {
  id: 'Строчные латинские буквы, цифры и дефис, первая — буква',
  dailyRate: 'Доля долга, как 0,008',
  'promos.code': 'Заглавные буквы, цифры и дефис, от 3 до 20',
}

type Problem = z.core.$ZodIssue

function messageOf(problem: Problem, name: string): string {
  const { code, input } = problem
  if (code === 'invalid_type') return isSaid(input) ? 'Нужно целое число' : 'Заполните'
  if (code === 'too_small') return problem.origin === 'string' ? 'Заполните' : `Не меньше ${problem.minimum}`
  if (code === 'too_big') return `Не больше ${problem.maximum}`
  if (name === 'promos.from' || name === 'promos.until') return 'Такой даты нет'
  if (code === 'invalid_format') return formats[name] ?? 'Так не бывает'
  if (name === 'amount' || name === 'term')
    return '«от», «до» и «сначала» — по порядку и через целое число шагов от «от»'
  return 'Так не бывает'
}

/** The place of a problem as names of fields: the number of a promo code is left out. */
const nameOf = (path: readonly PropertyKey[]) => path.filter((part) => typeof part === 'string').join('.')

const issue = (rows: readonly DraftProduct[], path: readonly PropertyKey[], message: string): Issue => {
  const [at, ...within] = path
  const name = fieldNames[nameOf(within)] ?? ''
  const title = rows[Number(at)]?.name.trim() || `продукт ${Number(at) + 1}`
  return { field: `rows.${path.map(String).join('.')}`, message: `«${title}»${name && `, «${name}»`}: ${message}` }
}

/** Tariffs as the lender's file would be read, or what is wrong: `rows.0.amount.max`, and the product and field in words. */
export function readTariffs(
  rows: readonly DraftProduct[],
): { readonly products: readonly Product[]; readonly issues?: undefined } | { readonly issues: readonly Issue[] } {
  if (rows.length === 0) return { issues: [{ field: 'rows', message: 'Нужен хотя бы один продукт' }] }
  const written = rows.map(inConfig)
  const parsed = z.safeParse(productsSchema, written)
  const issues = parsed.success
    ? []
    : parsed.error.issues.flatMap((problem) => {
        const path = problem.path
        if (path.length === 0) return []
        return issue(
          rows,
          path,
          messageOf({ ...problem, input: valueAt(written, path) } as Problem, nameOf(path.slice(1))),
        )
      })
  const twice = rows.flatMap(({ id }, at) =>
    rows.findIndex((row) => row.id === id) < at ? issue(rows, [at, 'id'], 'Такой код уже есть у другого продукта') : [],
  )
  const tooMany = parsed.success
    ? parsed.data.flatMap(({ amount, term }, at) =>
        steps(amount) * steps(term) > mostPrices
          ? issue(rows, [at, 'amount', 'step'], `Цен у продукта больше ${mostPrices}: нужен шаг крупнее`)
          : [],
      )
    : []
  const all = [...issues, ...twice, ...tooMany]
  return parsed.success && all.length === 0 ? { products: parsed.data } : { issues: all }
}

const steps = ({ min, max, step }: { min: number; max: number; step: number }) => (max - min) / step + 1

const valueAt = (from: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, part) => (value as Record<PropertyKey, unknown> | undefined)?.[part], from)

/** Tariffs as they are kept and hashed. They have no issues. */
export const tariffsContent = (rows: readonly DraftProduct[]): string =>
  `${JSON.stringify(rows.map(inConfig), null, 2)}\n`

/** Products of a lender as such a content. */
export const contentOfProducts = (products: readonly ProductInConfig[]): string =>
  tariffsContent(products as readonly DraftProduct[])

/** The products that a content holds. Throws for what is none: it was read before it was kept. */
export function productsOf(content: string): readonly Product[] {
  return z.parse(productsSchema, JSON.parse(content))
}

export const draftOfTariffs = (content: string): DraftProduct[] => z.parse(draftTariffs, JSON.parse(content))

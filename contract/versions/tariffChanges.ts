import { formatRoubles, formatShare, fromRoubles } from '../money.ts'
import { formatDays } from '../russian.ts'
import type { DraftProduct, DraftPromo } from './tariffs.ts'

/** What differs between two versions, thing by thing: each of its lines before and after, in words. */
export interface Change {
  readonly title: string
  readonly kind: 'added' | 'removed' | 'changed'
  readonly lines: readonly { readonly name: string; readonly before?: string; readonly after?: string }[]
}

type Cell = number | null | undefined
type Range = DraftProduct['amount']

const number = (cell: Cell) => (typeof cell === 'number' ? String(cell) : '…')
const sum = (cell: Cell) =>
  typeof cell === 'number' && Number.isInteger(cell) ? formatRoubles(fromRoubles(cell)) : '…'
const days = (cell: Cell) => (typeof cell === 'number' ? formatDays(cell) : '…')
const rate = (text: string) => (/^\d+(?:[.,]\d+)?$/.test(text) ? formatShare(text.replace(',', '.')) : text || '…')

const rangeText = ({ min, max, step, start }: Range, told: (cell: Cell) => string) =>
  `${told(min)} – ${told(max)}, шаг ${told(step)}, сначала ${told(start)}`

function promoText({ freeDays, from, until, perPerson, perDay, inAll }: DraftPromo): string {
  const parts = [
    `${days(freeDays)} без процентов`,
    from && `с ${from}`,
    until && `по ${until}`,
    `раз на человека: ${number(perPerson ?? 1)}`,
    perDay && `в день: ${perDay}`,
    inAll && `всего: ${inAll}`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** A product line by line, as a person reads it. */
export function productLines(product: DraftProduct): ReadonlyMap<string, string> {
  const { kind, term, firstLoanFreeUpTo, prolongation } = product
  const single = kind === 'single'
  return new Map([
    ['Название', product.name],
    ['Описание', product.about],
    ['Вид', single ? 'один платёж в конце' : `равные платежи раз в ${days(product.everyDays)}`],
    ['Сумма', rangeText(product.amount, sum)],
    [single ? 'Срок, дней' : 'Число платежей', rangeText(term, number)],
    ['Ставка в день', rate(product.dailyRate)],
    ...(single
      ? ([
          ['Первый заём бесплатно', typeof firstLoanFreeUpTo === 'number' ? `до ${sum(firstLoanFreeUpTo)}` : 'нет'],
          ['Проценты после бесплатного срока', product.lateInterestAfterFree ? 'да' : 'нет'],
          ['Продление', prolongation ? `от ${number(prolongation.minDays)} до ${days(prolongation.maxDays)}` : 'нет'],
        ] as const)
      : []),
    ...product.promos.map((promo) => [`Промокод ${promo.code}`, promoText(promo)] as const),
  ])
}

function lines(before: DraftProduct | undefined, after: DraftProduct | undefined): Change['lines'] {
  const [was, is] = [before, after].map((product) => (product ? productLines(product) : new Map<string, string>()))
  const names = new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])
  return [...names].flatMap((name) => {
    const [old, now] = [was?.get(name), is?.get(name)]
    return old === now
      ? []
      : { name, ...(old !== undefined && { before: old }), ...(now !== undefined && { after: now }) }
  })
}

/** What differs between two versions of the tariffs, product by product, by their codes. */
export function tariffChanges(before: readonly DraftProduct[], after: readonly DraftProduct[]): Change[] {
  const now = after.flatMap((product): Change[] => {
    const old = before.find(({ id }) => id === product.id)
    const found = lines(old, product)
    if (old && found.length === 0) return []
    return [{ title: product.name || product.id, kind: old ? 'changed' : 'added', lines: found }]
  })
  const gone = before
    .filter(({ id }) => !after.some((product) => product.id === id))
    .map((product): Change => ({ title: product.name, kind: 'removed', lines: [] }))
  return [...now, ...gone]
}

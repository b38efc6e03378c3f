import { quickPrice } from '#contract/calculation/quick.ts'
import { wishProblem } from '#contract/calculation/wishProblem.ts'
import { brokenCaps } from '#contract/calculation.ts'
import type { Comparison } from '#contract/calls/office/ruleTrials.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { Product } from '#contract/lender.ts'
import { formatPercent, formatRoubles, type Kopecks, kopecks } from '#contract/money.ts'
import { ruleTitles } from '#contract/rules/titles.ts'
import type { RuleTable } from '#contract/rules.ts'
import { productsOf } from '#contract/versions/tariffs.ts'
import type { ClientSealing } from '#server/platform/client-keys.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type OfferContent, offerPlace } from '../offers/index.ts'
import { keysThatAreLeft, type Past, pastIds, type Trial } from '../versions/index.ts'
import { type SealedOffer, sealedOffers } from './offer-store.ts'

/** An offer's price, as far as a report compares it. Names nobody. */
interface PriceMade {
  readonly product: string
  readonly amount: number
  /** Kopecks over the sum itself. */
  readonly cost: number
  /** Per cent a year: '292.000' */
  readonly fullCost: string
  /** Why it could not be offered. */
  readonly why?: string
}

interface PastOffer extends Past<PriceMade> {
  readonly content: OfferContent
  readonly day: IsoDate
  /** The rules of decision had made it cheaper than its tariff: never dearer than so. */
  readonly lowered: string | null
}

const wishOf = ({ amount, term, promo, firstLoan }: OfferContent) => ({
  amount: kopecks(amount),
  term,
  promo,
  firstLoan,
})

function made(product: Product, content: OfferContent, day: IsoDate): PriceMade {
  const { totalToReturn, fullCostPercent } = quickPrice(product, wishOf(content), day)
  return {
    product: product.name,
    amount: content.amount,
    cost: totalToReturn - content.amount,
    fullCost: fullCostPercent,
  }
}

const problems = { amount: 'сумма вне продукта', term: 'срок вне продукта' } as const

/** The same offer by other tariffs. */
function madeBy(products: readonly Product[], offer: PastOffer, rules: RuleTable): PriceMade {
  const { content, day, made: before, lowered } = offer
  const tariff = products.find(({ id }) => id === content.product.id)
  const none = (why: string): PriceMade => ({ ...before, why })
  if (!tariff) return none('продукта больше нет')
  const found =
    lowered !== null && Number(lowered) < Number(tariff.dailyRate) ? { ...tariff, dailyRate: lowered } : tariff
  const problem = wishProblem(found, content)
  if (problem) return none(problems[problem.field])
  const after = made(found, content, day)
  const price = {
    principal: content.amount as Kopecks,
    overpayment: kopecks(after.cost),
    fullCostPercent: after.fullCost,
    dailyRate: found.dailyRate,
  }
  const [broken] = brokenCaps(price, rules, day)
  return broken ? { ...after, why: `выше предела «${ruleTitles[broken.cap]}»` } : after
}

function openSide() {
  let [offers, sums, costs, fullCosts] = [0, 0, 0, 0]
  return {
    add({ amount, cost, fullCost, why }: PriceMade) {
      if (why) return
      offers += 1
      sums += amount
      costs += cost
      // in thousandths: the same whatever came first
      fullCosts += Math.round(Number(fullCost) * 1000)
    },
    told: (all: number): Comparison['before'] => ({
      offers,
      approvalPercent: all === 0 ? '0.0' : ((offers * 100) / all).toFixed(1),
      meanSum: offers === 0 ? null : Math.round(sums / offers),
      meanBurden: null,
      meanCost: offers === 0 ? null : Math.round(costs / offers),
      meanFullCost: offers === 0 ? null : (fullCosts / offers / 1000).toFixed(3),
    }),
  }
}

const grown = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
const sorted = (counts: ReadonlyMap<string, number>) =>
  [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))

const isSame = (one: PriceMade, other: PriceMade) =>
  !other.why && one.cost === other.cost && one.fullCost === other.fullCost

const whatBecomes = (before: PriceMade, { why, cost }: PriceMade) =>
  why ?? (cost === before.cost ? 'та же цена' : cost < before.cost ? 'дешевле' : 'дороже')

function openPrices() {
  const [before, after] = [openSide(), openSide()]
  const moves = new Map<string, number>()
  const products = new Map<string, number>()
  let [offers, changed, gone] = [0, 0, 0]
  return {
    add(pair: { readonly before: PriceMade; readonly after: PriceMade }): boolean {
      offers += 1
      before.add(pair.before)
      after.add(pair.after)
      if (isSame(pair.before, pair.after)) return false
      changed += 1
      grown(moves, JSON.stringify([pair.before.product, whatBecomes(pair.before, pair.after)]))
      grown(products, pair.before.product)
      return true
    },
    addGone() {
      gone += 1
    },
    report: (): Comparison => ({
      decisions: offers,
      changed,
      gone,
      before: before.told(offers),
      after: after.told(offers),
      moves: sorted(moves).map(([key, count]) => {
        const [from, to] = JSON.parse(key) as [string, string]
        return { from, to, count }
      }),
      byRule: sorted(products).map(([rule, count]) => ({ rule, text: rule, count })),
    }),
  }
}

interface Parts {
  readonly platform: Platform
  readonly rules: RuleTable
  /** The product as the tariffs of an offer had it. */
  readonly productOf: (tariffs: string | null, id: string) => Promise<Product | undefined>
}

/** Tariffs over past offers, each for the day it was priced for: which prices change, and which could not be offered. */
export function tariffTrial({ platform, rules, productOf }: Parts): Trial<PriceMade, PastOffer> {
  const { db } = platform

  async function opened(row: SealedOffer, open: ClientSealing): Promise<PastOffer> {
    const content = open.unseal<OfferContent>(row.content, offerPlace(row.id))
    const day = row.priced_on as IsoDate
    const { id, dailyRate } = content.product
    const usual = await productOf(row.tariffs, id)
    const lowered = usual && Number(dailyRate) < Number(usual.dailyRate) ? dailyRate : null
    return { id: row.id, request: row.request_id, content, day, lowered, made: made(content.product, content, day) }
  }

  return {
    ids: (wanted, span) => pastIds(db, 'offer', wanted, span),

    async read(ids) {
      if (ids.length === 0) return []
      const rows = await sealedOffers(db, ids)
      const keys = await keysThatAreLeft(platform, [...new Set(rows.map(({ client_id }) => client_id))])
      return Promise.all(
        rows.flatMap((row) => {
          const open = keys(row.client_id)
          return open ? [opened(row, open)] : []
        }),
      )
    },

    async decide({ content }, known) {
      const products = productsOf(content)
      return known.map((offer) => madeBy(products, offer, rules))
    },

    compare: openPrices,

    text: ({ product, amount, cost, fullCost, why }) =>
      why
        ? `${product}, ${formatRoubles(kopecks(amount))}: ${why}`
        : `${product}, ${formatRoubles(kopecks(amount))}: стоит ${formatRoubles(kopecks(cost))}, ПСК ${formatPercent(fullCost)}`,
  }
}

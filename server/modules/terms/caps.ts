import { Big } from 'big.js'
import type { IsoDate } from '#contract/dates.ts'
import type { DearestCase, Priced, Product } from '#contract/lender.ts'
import { formatRoubles } from '#contract/money.ts'
import { ruleTitles } from '#contract/rules/titles.ts'
import { formatTerm } from '#contract/wish.ts'
import { openBriefMemory } from '#server/platform/brief-memory.ts'
import { canonicalJson } from '#server/platform/canonical.ts'
import type { Clock } from '#server/platform/clock.ts'
import { fail } from '#server/platform/failure.ts'
import { openWorkers, WorkerGone } from '#server/platform/worker-process.ts'

export interface CapsOrder {
  readonly priced: Priced
  readonly day: IsoDate
}

const program = new URL('./program.ts', import.meta.url)
const bounds = {
  timeMs: 60_000,
  heapMb: 256,
  answerBytes: 1024 * 1024,
  silent: false,
  atOnce: 1,
  waiting: 10,
  tries: 2,
}

/** A decimal without zeros at its end, as it is written in Russian. */
const said = (decimal: string) => new Big(decimal).toFixed().replace('.', ',')

/** A price over a cap, as a person reads it. */
function capText({ productId, cap, amount, term, allowed, actual }: DearestCase, products: readonly Product[]): string {
  const product = products.find(({ id }) => id === productId)
  const example = `${formatRoubles(amount)}${product ? ` на ${formatTerm(product, term)}` : ''}`
  return `«${product?.name ?? productId}» выходит за предел «${ruleTitles[cap]}»: ${said(actual)} при разрешённых ${said(allowed)}. Пример: ${example}`
}

/**
 * Every price of every product against every cap of a day: thousands of prices, in a process of its own. What was found is remembered for a while:
 * what was checked is asked for again by whoever brings it into force, in the middle of a transaction.
 */
export function openCaps(clock: Clock) {
  const workers = openWorkers<CapsOrder, null>(program, bounds)
  const remembered = openBriefMemory<string[]>({ clock, lifeMs: 86_400_000, most: 32 })

  async function find(priced: Priced, day: IsoDate): Promise<string[]> {
    try {
      const { bytes } = await workers({ priced, day })
      return (JSON.parse(bytes.toString('utf8')) as DearestCase[]).map((found) => capText(found, priced.products))
    } catch (error) {
      if (error instanceof WorkerGone) throw fail('unavailable')
      throw error
    }
  }

  return (priced: Priced, day: IsoDate) => remembered.read(canonicalJson({ priced, day }), () => find(priced, day))
}

export type Caps = ReturnType<typeof openCaps>

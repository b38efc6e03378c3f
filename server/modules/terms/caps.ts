import { Big } from 'big.js'
import type { IsoDate } from '#contract/dates.ts'
import type { DearestCase, Priced, Product } from '#contract/lender.ts'
import { formatRoubles } from '#contract/money.ts'
import { ruleTitles } from '#contract/rules/titles.ts'
import { formatTerm } from '#contract/wish.ts'
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

/** Every price of every product against every cap of a day: thousands of prices, in a process of its own. */
export function openCaps() {
  const workers = openWorkers<CapsOrder, null>(program, bounds)
  return async (priced: Priced, day: IsoDate): Promise<string[]> => {
    try {
      const { bytes } = await workers({ priced, day })
      return (JSON.parse(bytes.toString('utf8')) as DearestCase[]).map((found) => capText(found, priced.products))
    } catch (error) {
      if (error instanceof WorkerGone) throw fail('unavailable')
      throw error
    }
  }
}

export type Caps = ReturnType<typeof openCaps>

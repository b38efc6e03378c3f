import type { Finding } from '#contract/calls/office/workbench.ts'
import type { IsoDate } from '#contract/dates.ts'
import { formatDate } from '#contract/dates.ts'
import type { Lender } from '#contract/lender.ts'
import { tariffChanges } from '#contract/versions/tariffChanges.ts'
import {
  type DraftProduct,
  draftOfTariffs,
  productsOf,
  readTariffs,
  tariffsContent,
} from '#contract/versions/tariffs.ts'
import { dateInZone } from '#contract/zones.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Kind, Version } from '../versions/index.ts'
import type { Caps } from './caps.ts'
import { tariffTrial } from './tariff-trial.ts'

interface Parts {
  readonly platform: Platform
  /** Its file's rules, zone and kind: what of it has no versions. */
  readonly lender: Pick<Lender, 'rules' | 'zone' | 'legal'>
  readonly ofFile: Version
  readonly caps: Caps
  readonly productOf: Parameters<typeof tariffTrial>[0]['productOf']
}

const priceRules = ['dailyRateCap', 'fullCostCap', 'overpaymentCap', 'largestLoan']

/** The tariffs as one of the things that have versions. */
export function tariffsKind({ platform, lender, ofFile, caps, productOf }: Parts): Kind<DraftProduct[]> {
  const { clock } = platform
  const { rules, legal } = lender

  /** Days to come from which a price is looked at by another cap. */
  function laterDays(today: IsoDate): IsoDate[] {
    const days = rules.flatMap(({ rule, from }) => (from && from > today && priceRules.includes(rule) ? [from] : []))
    return [...new Set(days)].sort()
  }

  /** What one product is, as it was, and what nobody may read into an old code. */
  function* beside(rows: readonly DraftProduct[], before: readonly DraftProduct[]): Generator<Finding> {
    for (const [at, { id, kind, name }] of rows.entries()) {
      const old = before.find((product) => product.id === id)
      if (old && old.kind !== kind)
        yield {
          level: 'error',
          field: `rows.${at}.kind`,
          message: `«${name}», «Вид»: у продукта с этим кодом платежи другие. Заведите новый код`,
        }
    }
    for (const { id, name } of before)
      if (!rows.some((product) => product.id === id))
        yield {
          level: 'warning',
          message: `«${name}» больше не предлагаем. Предложения и займы по нему остаются, какие есть`,
        }
  }

  return {
    kind: 'tariffs',
    files: () => [ofFile],
    ofFile: () => ofFile,
    rowsOf: draftOfTariffs,
    contentOf: tariffsContent,
    issues: (rows) => readTariffs(rows).issues ?? [],
    isSame: (one, other) => tariffChanges(one, other).length === 0,

    async check(rows, inForce) {
      const read = readTariffs(rows)
      if (read.issues) return read.issues.map((issue) => ({ level: 'error' as const, ...issue }))
      const today = dateInZone(clock.now(), lender.zone)
      const priced = { products: read.products, rules, legal }
      const findings: Finding[] = [...beside(rows, inForce ?? [])]
      for (const message of await caps(priced, today)) findings.push({ level: 'error', message })
      if (findings.some(({ level }) => level === 'error')) return findings
      for (const day of laterDays(today))
        for (const message of await caps(priced, day))
          findings.push({ level: 'warning', message: `С ${formatDate(day)}: ${message}` })
      return findings
    },

    mayForce: (content, day) => caps({ products: productsOf(content), rules, legal }, day),
    trial: tariffTrial({ platform, rules, productOf }),
  }
}

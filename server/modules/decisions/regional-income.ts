import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { roublesInConfig } from '#contract/rules/values.ts'
import { StartRefused } from '#server/platform/refusal.ts'

const schema = z.object({
  source: z.string(),
  from: z.string(),
  elsewhere: roublesInConfig,
  regions: z.record(z.string(), roublesInConfig),
})

/** Average income a month by region, kopecks: the measure for a declared income nothing confirms. */
export type RegionalIncome = z.output<typeof schema>

export function readRegionalIncome(folder: string): RegionalIncome {
  const parsed = schema.safeParse(JSON.parse(readFileSync(join(folder, 'regional-income.json'), 'utf8')))
  if (parsed.success) return parsed.data
  throw new StartRefused(`regional-income.json has a wrong ${parsed.error.issues[0]?.path.join('.')}: correct it`)
}

const bare = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/(^|\s)(г|город|обл|область|край|респ|республика)\.?(?=\s|$)/g, ' ')
    .trim()

/** The average of a region as it was typed: «г Москва» is «Москва». */
export function incomeOf({ regions, elsewhere }: RegionalIncome, region: string | undefined): number {
  const wanted = bare(region ?? '')
  return Object.entries(regions).find(([name]) => bare(name) === wanted)?.[1] ?? elsewhere
}

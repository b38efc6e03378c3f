import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dearestCases, type Lender, validateLender } from '#contract/lender.ts'
import { dateInZone } from '#contract/zones.ts'
import type { Clock } from '#server/platform/clock.ts'
import { StartRefused } from '#server/platform/refusal.ts'

const demo = fileURLToPath(new URL('../config/lender.json', import.meta.url))

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new StartRefused(`LENDER_CONFIG ${file} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

/**
 * The lender's configuration, and the folder of its documents and decision rules: beside it, else the demo's. Throws StartRefused naming the
 * wrong field, or the product whose dearest case breaks a cap of the rule table.
 */
export function readLender(path: string | undefined, clock: Clock): { lender: Lender; folder: string } {
  const file = path === undefined ? demo : resolve(path)
  const checked = validateLender(readJson(file))
  if (!checked.ok) {
    const [first] = checked.problems
    throw new StartRefused(`${file}: ${first?.field} ${first?.message} (${checked.problems.length} problem(s) in all)`)
  }
  const [broken] = dearestCases(checked.lender, dateInZone(clock.now(), checked.lender.zone))
  if (broken) throw new StartRefused(`${file}: ${broken.message}`)
  const own = dirname(file)
  return { lender: checked.lender, folder: existsSync(join(own, 'documents')) ? own : dirname(demo) }
}

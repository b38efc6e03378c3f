import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { IsoDate } from '#contract/dates.ts'
import { dearestCases, type Lender, validateLender } from '#contract/lender.ts'
import { dateInZone } from '#contract/zones.ts'
import type { Clock } from '#server/platform/clock.ts'
import { StartRefused } from '#server/platform/refusal.ts'
import { readLogo } from './logo.ts'

const demo = fileURLToPath(new URL('../config/lender.json', import.meta.url))

/** Problems of the file that are named one by one. */
const mostNamed = 30

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new StartRefused(`LENDER_CONFIG ${file} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

/** Every sum and term of every product is priced; a table that passed today need not be priced again at the next start. */
function refuseBrokenCaps(file: string, lender: Lender, today: IsoDate, dataDir: string): void {
  const stamp = join(dataDir, 'tariffs.checked')
  const subject = createHash('sha256')
    .update(`${today} ${readFileSync(file, 'utf8')}`)
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === subject) return
  const [broken] = dearestCases(lender, today)
  if (broken) throw new StartRefused(`${file}: ${broken.message}`)
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(stamp, subject)
}

/**
 * The lender's configuration, its logo read in, and the folder of its documents and decision rules: beside it, else the demo's. Throws
 * StartRefused naming the wrong field, or the product whose dearest case breaks a cap of the rule table.
 */
export function readLender(
  path: string | undefined,
  clock: Clock,
  dataDir: string,
): { lender: Lender; folder: string } {
  const file = path === undefined ? demo : resolve(path)
  const checked = validateLender(readJson(file))
  if (!checked.ok) {
    const said = checked.problems.slice(0, mostNamed).map(({ field, message }) => `${field} ${message}`)
    const more = checked.problems.length - said.length
    throw new StartRefused(`${file}: ${said.join('; ')}${more > 0 ? `; and ${more} problems more` : ''}`)
  }
  refuseBrokenCaps(file, checked.lender, dateInZone(clock.now(), checked.lender.zone), dataDir)
  const own = dirname(file)
  const { brand } = checked.lender
  return {
    lender: {
      ...checked.lender,
      brand: {
        ...brand,
        ...(brand.logo && { logo: readLogo(own, brand.logo) }),
        ...(brand.logoDark && { logoDark: readLogo(own, brand.logoDark) }),
      },
    },
    folder: existsSync(join(own, 'documents')) ? own : dirname(demo),
  }
}

import { createWriteStream, existsSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseDate } from '#contract/dateReading.ts'
import { createDayFiles, dayFileKinds } from '#server/modules/ledger/index.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import { StartRefused } from '#server/platform/refusal.ts'
import { readLender } from '../lender.ts'
import type { Say } from './control.ts'

/** Writes what was booked on a closed day, given as JSON of day, kind and file, for the accountant's program. Throws StartRefused. */
export async function exportDay(platform: Platform, argument: string, say: Say): Promise<boolean> {
  const [given = '', kindGiven = '', file = ''] = JSON.parse(argument) as string[]
  const day = parseDate(given)
  if (!day) throw new StartRefused(`${given} is not a day: write 2026-03-01`)
  const kind = dayFileKinds.find((one) => one === kindGiven)
  if (!kind) throw new StartRefused(`--kind ${kindGiven} is not known: choose ${dayFileKinds.join(' or ')}`)
  if (existsSync(file)) throw new StartRefused(`${file} is there already: name a new file`)
  const { lender } = readLender(platform.config.lenderConfig, platform.clock, platform.config.dataDir)
  const files = createDayFiles({ platform, lender })
  try {
    files.check(day)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw new StartRefused(`${day} is not closed: a day is, at 03:30 of the next`)
  }
  const pieces = files.file(day, kind, { kind: 'system', id: 'export-day' })
  await pipeline(Readable.from(pieces), createWriteStream(file, { mode: 0o600, flags: 'wx' }))
  say(`Written to ${file}`)
  return true
}

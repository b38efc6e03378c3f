import type { PublicLender } from '#contract/lender.ts'
import { readLender, readSettings } from '#ui/shell/lender.ts'
import { speakUp } from '#ui/shell/log.ts'
import { startReports } from '#ui/shell/reports.ts'
import { toldError } from '#ui/shell/told.ts'
import { isDevPage } from './devMode.ts'

/** Starts what everything else stands on: error reports, dev mode, the lender's configuration */
export function startCore(): PublicLender {
  try {
    const dev = isDevPage(location.search, document.cookie)
    speakUp(dev)
    startReports(readSettings(document).release)
    const lender = readLender(document)
    if (dev) void import('./debugConsole.ts').then(({ openDebugConsole }) => openDebugConsole())
    return lender
  } catch (error) {
    throw toldError('CoreInitObjectInit > catch > error', error)
  }
}

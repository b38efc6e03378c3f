import { readLender } from '../lender.ts'
import { verifyLedger } from '../modules/ledger/index.ts'
import { followedLoans } from '../modules/loans/index.ts'
import { exitCodes, type Run, say } from './command.ts'
import { withPlatform } from './existing.ts'
import { settingsOfExisting } from './settings.ts'

export const run: Run = async () => {
  const config = settingsOfExisting()
  return withPlatform(config, async (platform) => {
    const { lender } = readLender(config.lenderConfig, platform.clock, config.dataDir)
    const verdict = await verifyLedger(platform.db, lender.rules, followedLoans(platform, lender))
    if (verdict.ok) {
      say(`The book is whole and says what the calculation says: ${verdict.chains} chains`)
      return exitCodes.done
    }
    process.stderr.write(`The book is not right: ${verdict.fault}\n`)
    return exitCodes.notRight
  })
}

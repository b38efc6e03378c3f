import { readConfig } from './platform/config.ts'
import { openDatabase } from './platform/database.ts'
import { verifyJournal } from './platform/journal-verification.ts'
import { openKeys } from './platform/keys.ts'
import { StartRefused, startOrExit } from './platform/refusal.ts'

// Checks the journal of DATA_DIR or DATABASE_URL. Ends with 0 when it is whole, 1 when it is not, 78 when it cannot be read.
// Two arguments, a count and a hash noted outside earlier, also show that it was not put back to an older state.

const [count, hash] = process.argv.slice(2)
const checkpoint = count && hash ? { count: Number(count), hash } : undefined

const verdict = await startOrExit(async () => {
  const config = readConfig(process.env)
  const database = await openDatabase(config)
  try {
    return await verifyJournal(database.db, openKeys(config.appKey, config.oldAppKeys), checkpoint)
  } catch (error) {
    throw new StartRefused(`The journal could not be read: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    await database.close()
  }
})

if (verdict.ok) {
  process.stdout.write(`The journal is whole: ${verdict.entries} entries, head ${verdict.head}\n`)
} else {
  const where = verdict.badSeq === null ? 'at its head' : `at entry ${verdict.badSeq}`
  process.stderr.write(`The journal is broken ${where}: ${verdict.reason}\n`)
  process.exitCode = 1
}

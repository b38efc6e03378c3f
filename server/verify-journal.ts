import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { readConfig } from './platform/config.ts'
import { openDatabase } from './platform/database.ts'
import { verifyJournalFile } from './platform/journal-file.ts'
import { type Checkpoint, verifyJournal } from './platform/journal-verification.ts'
import { openKeys } from './platform/keys.ts'
import { StartRefused, startOrExit } from './platform/refusal.ts'

// npm run verify-journal                    checks the journal of DATA_DIR or DATABASE_URL
// npm run verify-journal -- FILE.jsonl      checks an export of the office, with no database and no key
// A count and a hash noted outside earlier, as further arguments, also show that it was not put back to an older state.
// Ends with 0 when the journal is whole, 1 when it is not, 78 when it cannot be read.

const args = process.argv.slice(2)
const file = args[0] && !/^\d+$/.test(args[0]) ? args.shift() : undefined
const [count, hash] = args
const checkpoint: Checkpoint | undefined = count && hash ? { count: Number(count), hash } : undefined

async function ofDatabase() {
  const config = readConfig(process.env)
  const database = await openDatabase(config)
  try {
    return await verifyJournal(database.db, openKeys(config.appKey, config.oldAppKeys), checkpoint)
  } finally {
    await database.close()
  }
}

const ofFile = (path: string) =>
  verifyJournalFile(createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY }), checkpoint)

const verdict = await startOrExit(async () => {
  try {
    return await (file ? ofFile(file) : ofDatabase())
  } catch (error) {
    if (error instanceof StartRefused) throw error
    throw new StartRefused(`The journal could not be read: ${error instanceof Error ? error.message : String(error)}`)
  }
})

if (verdict.ok) {
  process.stdout.write(`The journal is whole: ${verdict.entries} entries, head ${verdict.head}\n`)
} else {
  const where = verdict.badSeq === null ? 'at its head' : `at entry ${verdict.badSeq}`
  process.stderr.write(`The journal is broken ${where}: ${verdict.reason}\n`)
  process.exitCode = 1
}

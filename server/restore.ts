import { say } from './operations/command.ts'
import { restore } from './operations/restore.ts'
import { systemClock } from './platform/clock.ts'
import { readConfig } from './platform/config.ts'
import { openDatabase } from './platform/database.ts'
import { openKeys } from './platform/keys.ts'
import { StartRefused, startOrExit } from './platform/refusal.ts'
import { openFiles } from './vendors.ts'

// npm run restore -- FOLDER
// Puts a backup into a new database (DATABASE_URL, or DATA_DIR without one) and its files into the store. The key of that time is
// needed: APP_KEY, or app.key in DATA_DIR.

await startOrExit(async () => {
  const folder = process.argv[2]
  if (!folder) throw new StartRefused('Which backup? npm run restore -- FOLDER')
  const config = readConfig(process.env)
  const keys = openKeys(config.appKey, config.oldAppKeys)
  const database = await openDatabase(config)
  try {
    await restore({ database, keys, clock: systemClock, files: openFiles(config) }, folder, say)
  } finally {
    await database.close()
  }
})

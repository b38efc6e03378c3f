import { replay } from './modules/decisions/replaying.ts'
import { openClientKeys } from './platform/client-keys.ts'
import { systemClock } from './platform/clock.ts'
import { readConfig } from './platform/config.ts'
import { openDatabase } from './platform/database.ts'
import { openKeys } from './platform/keys.ts'
import { StartRefused, startOrExit } from './platform/refusal.ts'

// npm run replay-decision -- ID
// Makes a decision again from its kept inputs and rules. Ends with 0 when the answer is the same, 1 when it is not.

await startOrExit(async () => {
  const id = process.argv[2]
  if (!id) throw new StartRefused('Which decision? npm run replay-decision -- ID (the office shows it)')
  const config = readConfig(process.env)
  const database = await openDatabase(config)
  try {
    const keys = openKeys(config.appKey, config.oldAppKeys)
    const clientKeys = await openClientKeys({ database, keys, clock: systemClock })
    const found = await replay(database.db, clientKeys, id)
    if (!found) throw new StartRefused(`There is no decision ${id}`)
    if (found.same) {
      process.stdout.write(`The same answer by ${found.rules}:\n${JSON.stringify(found.result, null, 2)}\n`)
      return
    }
    process.stdout.write(`Not the same by ${found.rules}: ${found.what}\n`)
    process.stdout.write(`kept: ${JSON.stringify(found.kept, null, 2)}\nnow: ${JSON.stringify(found.now, null, 2)}\n`)
    process.exitCode = 1
  } finally {
    await database.close()
  }
})

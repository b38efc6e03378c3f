import { replay } from '../modules/decisions/replaying.ts'
import { openClientKeys } from '../platform/client-keys.ts'
import { systemClock } from '../platform/clock.ts'
import { nameOf } from '../platform/database-name.ts'
import { openKeys } from '../platform/keys.ts'
import { StartRefused } from '../platform/refusal.ts'
import { exitCodes, type Run, say } from './command.ts'
import { openExisting } from './existing.ts'
import { settingsOfExisting } from './settings.ts'

export const run: Run = async ({ args: [id = ''] }) => {
  const config = settingsOfExisting()
  const database = await openExisting(config)
  try {
    const keys = openKeys(config.appKey, config.oldAppKeys)
    const clientKeys = await openClientKeys({ database, keys, clock: systemClock })
    const found = await replay(database.db, clientKeys, id)
    if (!found) throw new StartRefused(`There is no decision ${id} in ${nameOf(config)}`)
    if (found.same) {
      say(`The same answer by ${found.rules}:\n${JSON.stringify(found.result, null, 2)}`)
      return exitCodes.done
    }
    say(`Not the same by ${found.rules}: ${found.what}`)
    say(`kept: ${JSON.stringify(found.kept, null, 2)}\nnow: ${JSON.stringify(found.now, null, 2)}`)
    return exitCodes.notRight
  } finally {
    await database.close()
  }
}

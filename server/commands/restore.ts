import { systemClock } from '#server/platform/clock.ts'
import { openKeys } from '#server/platform/keys.ts'
import { restore } from '../operations/restore.ts'
import { nameOf } from '../platform/database-name.ts'
import { openFiles } from '../vendors.ts'
import { exitCodes, type Run, say } from './command.ts'
import { openNamed } from './existing.ts'
import { settingsOfExisting } from './settings.ts'

export const run: Run = async ({ args: [folder = ''] }) => {
  const config = settingsOfExisting({ fresh: true })
  const keys = openKeys(config.appKey, config.oldAppKeys)
  const database = await openNamed(config)
  try {
    say(`Into ${nameOf(config)}`)
    await restore({ database, keys, clock: systemClock, files: openFiles(config) }, folder, say)
    return exitCodes.done
  } finally {
    await database.close()
  }
}

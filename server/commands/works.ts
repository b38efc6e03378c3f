import type { Config } from '#server/platform/config.ts'
import { askRunning } from '../operations/control.ts'
import { worksOf } from '../operations/works.ts'
import { exitCodes, say } from './command.ts'
import { withPlatform } from './existing.ts'
import { settingsOfExisting } from './settings.ts'

/**
 * Runs work on what is there: on PostgreSQL in this process, beside the servers; on the embedded database in the server that has it
 * open, or here when none does.
 */
export async function runWork(name: keyof ReturnType<typeof worksOf>, argument = ''): Promise<number> {
  const config: Config = settingsOfExisting()
  const asked = config.databaseUrl ? null : await askRunning(config.dataDir, name, argument, say)
  const right = asked ?? (await withPlatform(config, (platform) => worksOf(platform)[name](argument, say)))
  return right ? exitCodes.done : exitCodes.notRight
}

import { systemClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import { openLog } from '#server/platform/log.ts'
import { openPlatform } from '#server/platform/platform.ts'
import { startOrExit } from '#server/platform/refusal.ts'
import { askRunning } from './control.ts'
import { worksOf } from './works.ts'

export const say = (line: string) => void process.stdout.write(`${line}\n`)

/**
 * Runs a command of the machine's owner: on PostgreSQL in this process, beside the servers; on the embedded database in
 * the server that has it open, or here when none does.
 */
export async function runCommand(name: keyof ReturnType<typeof worksOf>, argument = ''): Promise<void> {
  await startOrExit(async () => {
    const config = readConfig(process.env)
    if (!config.databaseUrl && (await askRunning(config.dataDir, name, argument, say))) return
    const platform = await openPlatform(config, { log: openLog({ clock: systemClock, level: 'error' }) })
    try {
      await worksOf(platform)[name](argument, say)
    } finally {
      await platform.close()
    }
  })
}

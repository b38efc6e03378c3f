import { resolve } from 'node:path'
import { openKeys } from '#server/platform/keys.ts'
import { damagedFiles, readManifest } from '../operations/manifest.ts'
import { exitCodes, type Run, say } from './command.ts'
import { settingsOfExisting } from './settings.ts'

export const run: Run = async ({ args: [given = ''] }) => {
  const folder = resolve(given)
  const config = settingsOfExisting({ fresh: true })
  const manifest = readManifest(folder, openKeys(config.appKey, config.oldAppKeys))
  const damaged = await damagedFiles(folder, manifest)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  say(`Backup of ${manifest.at}: ${rows} rows of ${manifest.tables.length} tables, ${manifest.files.length} files`)
  for (const file of damaged) say(`DAMAGED: ${file}`)
  for (const id of manifest.missing) say(`MISSING since it was made: file ${id}`)
  const right = damaged.length === 0 && manifest.missing.length === 0
  say(right ? 'It is whole' : 'It is NOT whole')
  return right ? exitCodes.done : exitCodes.notRight
}

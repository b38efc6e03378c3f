import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { keyFault } from './production.ts'
import { StartRefused } from './refusal.ts'

/** The demo's key: read from `app.key` in the data folder, made there (mode 0600) at the first start. */
export function appKeyFile(dataDir: string): string {
  const file = `${dataDir}/app.key`
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    // `wx` lets one of two programs starting at once make the file; the other reads it.
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = readFileSync(file, 'utf8').trim()
  if (keyFault(key)) throw new StartRefused(`The key in ${file} is damaged: put it back from a copy, or set APP_KEY`)
  return key
}

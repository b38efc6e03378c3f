import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Config, readConfig } from '#server/platform/config.ts'
import { StartRefused } from '#server/platform/refusal.ts'

const usualFile = '/etc/zayavka/environment'

/**
 * Loads the settings the server runs with: the file named, else that of ZAYAVKA_ENV, else the usual one where it is. What the
 * environment says already stays. Answers the file, null for none. Throws StartRefused for one that cannot be read.
 */
export function loadSettings(named: string | undefined): string | null {
  const chosen = named ?? process.env.ZAYAVKA_ENV
  const file = chosen ?? (existsSync(usualFile) ? usualFile : null)
  if (file === null) return null
  try {
    process.loadEnvFile(file)
  } catch (error) {
    const why = (error as { code?: string }).code === 'EACCES' ? 'may not be read by this user' : 'cannot be read'
    throw new StartRefused(
      `The settings in ${file} ${why}: run the command as the server's user, or name its file with --env`,
    )
  }
  return file
}

const howToSay =
  'name the server’s settings with --env FILE, or give DATABASE_URL, or DATA_DIR of the embedded database'

/**
 * The server's settings, for a command that works on what is there: neither a database nor a key is ever made by it. `fresh`: the
 * database may be new, the key must be there all the same. Throws StartRefused.
 */
export function settingsOfExisting({ fresh = false } = {}): Config {
  const dataDir = resolve(process.env.DATA_DIR || './data')
  if (!process.env.DATABASE_URL && !fresh && !existsSync(join(dataDir, 'database')))
    throw new StartRefused(`There is no database in ${dataDir}: ${howToSay}`)
  if (!process.env.APP_KEY && !existsSync(join(dataDir, 'app.key')))
    throw new StartRefused(`There is no key: APP_KEY is not set and ${dataDir} holds no app.key; ${howToSay}`)
  return readConfig(process.env)
}

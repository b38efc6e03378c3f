import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const find = (): string | undefined =>
  [process.env.CHROMIUM_PATH ?? '', ...usual].find((path) => path && existsSync(path))

export type FoundBrowser = { path: string } | { path: null; reason: string }

/** A Chromium for the browser tests: CHROMIUM_PATH, the machine's own, else Debian's where we are root. */
export function findBrowser(): FoundBrowser {
  const there = find()
  if (there) return { path: there }
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    return { path: null, reason: 'no Chromium here: install it, or name it in CHROMIUM_PATH' }
  }
  const options = { stdio: 'pipe' as const, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  try {
    execFileSync('apt-get', ['update', '-qq'], { ...options, timeout: 120_000 })
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      ...options,
      timeout: 600_000,
    })
  } catch (error) {
    return { path: null, reason: `Chromium could not be installed: ${error instanceof Error ? error.message : error}` }
  }
  const installed = find()
  return installed
    ? { path: installed }
    : { path: null, reason: 'Chromium was installed but is not where it should be' }
}

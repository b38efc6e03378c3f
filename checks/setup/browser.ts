import { existsSync } from 'node:fs'
import { installFromDebian, mayInstall } from './debian.ts'

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
  if (!mayInstall()) return { path: null, reason: 'no Chromium here: install it, or name it in CHROMIUM_PATH' }
  try {
    installFromDebian('chromium')
  } catch (error) {
    return { path: null, reason: `Chromium could not be installed: ${error instanceof Error ? error.message : error}` }
  }
  const installed = find()
  return installed
    ? { path: installed }
    : { path: null, reason: 'Chromium was installed but is not where it should be' }
}

const shell = { path: '/usr/bin/chromium-headless-shell', package: 'chromium-headless-shell' }

/**
 * Debian's Chromium without a desktop around it, beside a Chromium of Debian's: the same engine for a third less of the processor, but
 * without cameras. Undefined where there is none.
 */
export function findShell(browser: string): string | undefined {
  if (!existsSync(shell.path) && browser === '/usr/bin/chromium' && mayInstall())
    try {
      installFromDebian(shell.package)
    } catch {
      // An older Debian, or no network: the tests run without it.
    }
  return existsSync(shell.path) ? shell.path : undefined
}

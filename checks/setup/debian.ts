import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Whether packages may be installed: root on Debian. */
export const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Installs a package of Debian without what it only recommends. */
export function installFromDebian(name: string): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'pipe', env, timeout: 120_000 })
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
    stdio: 'pipe',
    env,
    timeout: 600_000,
  })
}

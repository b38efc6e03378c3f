import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { installFromDebian, mayInstall } from '../setup/debian.ts'

const place = '/usr/bin/promtool'

/** Prometheus' own judge of metrics and rules: Debian's, installed where that may be; null where it is not to be had. */
export function findPromtool():
  | ((args: readonly string[], input?: string) => { code: number | null; said: string })
  | null {
  try {
    if (!existsSync(place) && mayInstall()) installFromDebian('prometheus')
  } catch {
    // No packages from here.
  }
  if (!existsSync(place)) return null
  execFileSync(place, ['--version'], { stdio: 'ignore' })
  return (args, input = '') => {
    const { status, stdout, stderr } = spawnSync(place, [...args], { input, encoding: 'utf8' })
    return { code: status, said: `${stdout}${stderr}`.trim() }
  }
}

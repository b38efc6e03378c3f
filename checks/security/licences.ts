import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Licences that let the product be used, changed and sold without opening anything else. */
const permissive =
  /^(0BSD|Apache-2\.0|BlueOak-1\.0\.0|BSD|BSD-[23]-Clause|CC0-1\.0|CC-BY-[34]\.0|ISC|MIT|MIT-0|PostgreSQL|PSF-2\.0|Python-2\.0|Unlicense|Zlib|WTFPL)$/

/** Weak copyleft that ends at the file or the library, looked at one by one: unchanged, and not part of what the browser gets. */
const lookedAt: Readonly<Record<string, string>> = {
  '@img/sharp': 'LGPL-3.0-or-later in parts: libvips, a shared library beside sharp, unchanged',
  'combine-errors': 'MIT by its Readme',
  'mutation-observer': 'BSD-3-Clause by its LICENSE file',
  'png-js': 'MIT by its LICENSE file',
  'axe-core': 'MPL-2.0, in the tests only',
  lightningcss: 'MPL-2.0, at build only',
}

export interface Package {
  readonly name: string
  readonly version: string
  readonly licence: string
  readonly installScript: boolean
  readonly dev: boolean
  /** Where it comes from, and the hash it must have. */
  readonly resolved: string
  readonly integrity: string
}

interface Locked {
  version?: string
  license?: string | { type?: string }
  hasInstallScript?: boolean
  dev?: boolean
  devOptional?: boolean
  resolved?: string
  integrity?: string
  link?: boolean
}

const lockFile = fileURLToPath(new URL('../../package-lock.json', import.meta.url))

/** Every package of the lock file. */
export function lockedPackages(): Package[] {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8')) as { packages: Record<string, Locked> }
  return Object.entries(packages)
    .filter(([path, { link }]) => path !== '' && !link)
    .map(([path, locked]) => ({
      name: path.split('node_modules/').at(-1) ?? path,
      version: locked.version ?? '',
      licence: typeof locked.license === 'string' ? locked.license : (locked.license?.type ?? ''),
      installScript: locked.hasInstallScript === true,
      dev: locked.dev === true || locked.devOptional === true,
      resolved: locked.resolved ?? '',
      integrity: locked.integrity ?? '',
    }))
}

/** «(MIT OR GPL-2.0)» is taken as MIT; of «A AND B» both must do. */
function allowed(licence: string): boolean {
  const text = licence.replace(/[()]/g, '')
  if (/ OR /.test(text)) return text.split(' OR ').some(allowed)
  return text !== '' && text.split(' AND ').every((part) => permissive.test(part.trim()))
}

const known = ({ name }: Package) =>
  Object.keys(lookedAt).some((start) => name === start || name.startsWith(`${start}-`))

/** Packages whose licence is neither permissive nor looked at. */
export const refused = (packages: readonly Package[]) =>
  packages.filter((each) => !allowed(each.licence) && !known(each))

/** How many packages there are, in one sentence: the number is to be seen to grow. */
export function packageCounts(): string {
  const packages = lockedPackages()
  const own = packages.filter(({ dev }) => !dev).length
  return `${packages.length} packages in the lock file, ${own} of them in the running product, ${packages.filter(({ installScript }) => installScript).length} with an install script`
}

/** Prints every licence with its packages; fails on one that is not permissive. */
function main(): void {
  const packages = lockedPackages()
  const byLicence = new Map<string, string[]>()
  for (const { licence, name, version } of packages)
    byLicence.set(licence, [...(byLicence.get(licence) ?? []), `${name}@${version}`])
  for (const [licence, names] of [...byLicence].sort(([, a], [, b]) => b.length - a.length))
    console.log(`${licence || 'no licence'} (${names.length}): ${names.sort().join(', ')}`)
  for (const [name, why] of Object.entries(lookedAt)) console.log(`looked at: ${name}, ${why}`)
  const bad = refused(packages)
  for (const { name, version, licence } of bad)
    console.error(`not permissive: ${name}@${version}, ${licence || 'no licence'}`)
  process.exitCode = bad.length > 0 ? 1 : 0
}

if (import.meta.main) main()

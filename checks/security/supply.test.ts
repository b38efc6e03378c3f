import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { lockedPackages, packageCounts, refused } from './licences.ts'
import { firstReleaseIds, rows } from './rows.ts'
import { securityTable } from './table.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8')
/** The formatter draws the columns of a table to one width. */
const unspaced = (text: string) => text.replace(/ +/g, ' ').replace(/-{3,}/g, '---')
/** More packages than this are a decision, not an accident. The last: `oidc-provider`, which judges our OpenID Connect, brings 29, none into the running product. */
const most = 565

interface Manifest {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  allowScripts: Record<string, boolean>
}

test('M3: every package is pinned, hashed and of a licence that does; scripts run of Node alone', (context) => {
  const { dependencies, devDependencies, allowScripts } = JSON.parse(read('package.json')) as Manifest
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
    assert.match(version, /^\d+\.\d+\.\d+$/, `${name} is not pinned`)
  assert.deepEqual(allowScripts, { node: true })
  const packages = lockedPackages()
  for (const { name, integrity } of packages) assert.match(integrity, /^sha512-/, `${name} has no hash`)
  assert.deepEqual(
    refused(packages).map(({ name }) => name),
    [],
  )
  assert.ok(packages.length <= most, `${packages.length} packages`)
  context.diagnostic(`M3: ${packageCounts()}`)
})

test('M3: the bill of materials is made from the lock file alone', (context) => {
  const made = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 50e6,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const { bomFormat, components } = JSON.parse(made) as { bomFormat: string; components: unknown[] }
  assert.equal(bomFormat, 'CycloneDX')
  assert.ok(components.length > 100)
  context.diagnostic(`M3: ${components.length} components in the bill of materials`)
})

test('every row of the first release is in docs/security.md, which says what the rows say', () => {
  const known = new Set(rows.map(({ id }) => id))
  assert.deepEqual(
    firstReleaseIds.filter((id) => !known.has(id)),
    [],
  )
  assert.equal(known.size, rows.length, 'a row stands twice')
  const written = unspaced(read('docs/security.md')).split('\n')
  const other = unspaced(securityTable())
    .split('\n')
    .filter((line) => !written.includes(line))
  assert.deepEqual(other, [], 'docs/security.md is old: node checks/security/run.ts --table')
})

test('every proof of a row names a test that is there', () => {
  for (const { id, proofs } of rows) {
    assert.ok(proofs.length > 0, id)
    for (const [file, title] of proofs) {
      const [, start = title] = /^(production refuses).+/.exec(title) ?? []
      const made = file.includes('contents.test') || file.includes('rails.test') || file.includes('screens.test')
      assert.ok(read(file).includes(start) || made, `${id}: ${file} has no test «${title}»`)
    }
  }
})

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { usualRoles } from '#contract/roles.ts'
import { root } from '../setup/testing.ts'

const named = new RegExp(`['"](?:${usualRoles.map(({ id }) => id).join('|')})['"]`)

test('nothing but the one table names a role: what asks for one asks for a right', () => {
  const files = globSync('{contract,server,office,client,ui,steps}/**/*.{ts,tsx}', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file !== 'contract/roles.ts' && !/\.test\.ts$|-bench\.ts$|^server\/testing\//.test(file))
  assert.ok(files.length > 500, 'the sources were found')
  const faults = files.flatMap((file) =>
    readFileSync(`${root}/${file}`, 'utf8')
      .split('\n')
      .flatMap((line, at) => (named.test(line) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
  )
  assert.deepEqual(faults, [])
})

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { usualRoles } from '#contract/roles.ts'
import { withRoles } from '#server/testing/roles.ts'
import { accessReference, exampleRoles } from './access.ts'
import { configurationReference } from './configuration.ts'
import { limitsReference } from './limits.ts'
import { reactionsByModule, reactionsReference } from './reactions.ts'

test('docs/configuration.md says what the schemas say now (npm run reference)', () => {
  const written = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8')
  assert.equal(written, configurationReference())
})

test('docs/limits.md says what the table of limits says now (npm run reference)', async () => {
  const written = readFileSync(new URL('../../docs/limits.md', import.meta.url), 'utf8')
  assert.equal(written, await limitsReference())
})

test('docs/access.md says what calls, screens and the table of roles say now (npm run reference)', async () => {
  const written = readFileSync(new URL('../../docs/access.md', import.meta.url), 'utf8')
  assert.equal(written, await accessReference())
})

test('the example of docs/access.md, and the usual roles written out, are a lender’s file that starts', () => {
  const written = readFileSync(new URL('../../docs/access.md', import.meta.url), 'utf8')
  const [, example = ''] = /```json\n([\s\S]*?)\n```/.exec(written) ?? []
  const { roles } = JSON.parse(example) as { roles: typeof exampleRoles }
  assert.deepEqual(withRoles(roles), exampleRoles)
  assert.deepEqual(withRoles(usualRoles), usualRoles)
})

test('docs/reactions.md says who reacts to what now (npm run reference); nothing is told that nobody hears', () => {
  const written = readFileSync(new URL('../../docs/reactions.md', import.meta.url), 'utf8')
  assert.equal(written, reactionsReference())
  assert.ok(reactionsByModule().length >= 8)
  assert.doesNotMatch(written, /\| *\|/)
})

test('every variable and the deepest fields are in it', () => {
  const text = configurationReference()
  for (const name of ['`DATABASE_URL`', '`PAYMENT_WEBHOOK_KEY`', '`brand.radius`', '`durations.reviewLease`'])
    assert.ok(text.includes(name), name)
})

test('every variable of a vendor that a provider reads is described in the documents', () => {
  const docs = new URL('../../docs/', import.meta.url)
  const told = readdirSync(docs)
    .filter((file) => file.endsWith('.md'))
    .map((file) => readFileSync(new URL(file, docs), 'utf8'))
    .join('\n')
  const prefixes: Readonly<Record<string, string>> = { registry: 'BUREAU_', files: 'S3_', identity: '_' }
  const read = (folder: string) => {
    const place = new URL(`../../server/providers/${folder}/`, import.meta.url)
    const sources = readdirSync(place).filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
    const text = sources.map((file) => readFileSync(new URL(file, place), 'utf8')).join('\n')
    const asked = /(?:\b(?:need|setting|maybe|text|oneOf|json|keyFile)\('|settings\.|settings\[')([A-Z][A-Z_]+)\b/g
    const taken = /\{ ((?:[A-Z_]+: \w+(?:, )?)+) \} = settings/g
    const names = [...text.matchAll(asked)].map(([, name]) => name ?? '')
    const destructured = [...text.matchAll(taken)].flatMap(([, list = '']) => list.match(/[A-Z][A-Z_]+(?=:)/g) ?? [])
    return [...names, ...destructured].map((name) => `${prefixes[folder] ?? `${folder.toUpperCase()}_`}${name}`)
  }
  const folders = ['sms', 'email', 'payout', 'payment', 'files', 'core', 'scoring', 'registry', 'identity']
  const found = folders.map((folder) => ({ folder, names: [...new Set(read(folder))] }))
  for (const { folder, names } of found) assert.ok(names.length > 0, folder)
  assert.deepEqual(
    found.flatMap(({ names }) => names).filter((name) => !told.includes(name)),
    [],
  )
})

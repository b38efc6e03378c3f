import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
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

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ruleObeyed } from '#contract/rules/titles.ts'
import { demoLender } from '#server/testing/life.ts'

const root = new URL('../../../', import.meta.url).pathname

/** Code that only shows or carries the table obeys nothing of it. */
const shows = /^contract\/rules\/|rule-texts\.ts$|\.test\.tsx?$|^server\/testing\//

const sources = ['contract', 'server', 'client', 'steps', 'ui']
  .flatMap((room) => globSync(`${room}/**/*.{ts,tsx}`, { cwd: root }))
  .filter((file) => !shows.test(file))
  .map((file) => ({ file, text: readFileSync(`${root}${file}`, 'utf8') }))

/** Files that ask the table for a rule by its name: as such, among the caps all asked for in turn, or row by row. */
function readersOf(rule: string): string[] {
  const asked = new RegExp(`\\b(?:requiredRuleOn|ruleOn|ruleRowOn)\\([^()]*(?:\\([^()]*\\)[^()]*)*,\\s*'${rule}',`)
  const inTurn = new RegExp(`Record<CapName, Decimal> = \\{[^}]*\\b${rule}:`)
  const byRow = new RegExp(`row\\.rule === '${rule}' \\? row\\.value`)
  return sources.filter(({ text }) => asked.test(text) || inTurn.test(text) || byRow.test(text)).map(({ file }) => file)
}

/** Names within a rule's value, at any depth. */
function leaves(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(leaves)
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, inner]) => [name, ...leaves(inner)])
}

const { rules } = demoLender()

for (const rule of Object.keys(ruleObeyed) as (keyof typeof ruleObeyed)[])
  test(`${rule} is read by the code that obeys it, each part of its value too`, () => {
    const rows = rules.filter((row) => row.rule === rule)
    assert.ok(rows.length > 0, 'the demo lender has a row of it')
    assert.ok(readersOf(rule).length > 0, `nobody reads ${rule}`)
    // A kind of lender is looked up by the lender's own, so «mfk» and «mkk» stand nowhere by name.
    const parts = new Set(rows.flatMap(({ value }) => leaves(value)).filter((name) => !/^m[fk]k$/.test(name)))
    for (const part of parts)
      assert.ok(
        sources.some(({ text }) => new RegExp(`[.{,]\\s*${part}\\b`).test(text)),
        `nobody reads ${rule}.${part}`,
      )
  })

test('a rule nobody reads is found', () => {
  assert.deepEqual(readersOf('nobodyReadsThis'), [])
  assert.ok(!readersOf('keepEvidenceYears').some((file) => file.includes('rule-texts')))
})

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'

const folder = new URL('../migrations/', import.meta.url)
const files = readdirSync(folder).filter((file) => file.endsWith('.ts'))

/** What a server of the release before could not stand, or what rewrites a table under everybody's calls. */
const breaking = [
  /\bdrop\s+(table|column|type|view|constraint|not\s+null|default)\b/i,
  /\brename\s+(to|column|constraint)\b/i,
  /\balter\s+column\b/i,
  /\balter\s+type\b/i,
  /\bset\s+not\s+null\b/i,
  /\b(truncate\s+(table\s+)?\w|vacuum\s+full|cluster\s+\w)/i,
]

/** Statements without comments and without triggers that only forbid something. */
const statementsOf = (file: string) =>
  readFileSync(new URL(file, folder), 'utf8')
    .replace(/\/\/.*$/gm, '')
    .replace(/create (or replace )?(trigger|function)[\s\S]*?(?=['"`])/gi, '')

describe('migrations only add: the release before goes on beside them', () => {
  for (const file of files)
    test(file, () => {
      const text = statementsOf(file)
      for (const pattern of breaking) assert.doesNotMatch(text, pattern)
      for (const [column] of text.matchAll(/alter table \w+ add column [^'"`,]+/gi))
        if (/not null/i.test(column)) assert.match(column, /default/i, `old servers write no such column: ${column}`)
    })

  test('names are in one order, without two of one number', () => {
    const numbers = files.map((file) => file.slice(0, 4))
    assert.equal(new Set(numbers).size, numbers.length)
  })
})

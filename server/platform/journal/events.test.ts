import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { historyWords, journalEvents, wordsOf } from '#contract/journal.ts'

const server = fileURLToPath(new URL('../../', import.meta.url))

test('every event of the journal is written by the server, and named by its subject and a deed', () => {
  const sources = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(`${server}${file}`, 'utf8'))
    .join('\n')
  const unwritten = Object.keys(journalEvents).filter((event) => {
    const [subject] = event.split('.')
    return !sources.includes(`'${event}'`) && !sources.includes(`\`${subject}.\${`)
  })
  assert.deepEqual(unwritten, [])
  for (const event of Object.keys(journalEvents)) assert.match(event, /^[a-z]+\.[a-z][A-Za-z]+$/)
})

test('an event has words for the office, those of a request also in its history', () => {
  assert.equal(wordsOf('request.send'), 'Отправлена на проверку')
  assert.equal(historyWords('request.send'), 'Отправлена на проверку')
  assert.equal(historyWords('client.signIn'), undefined)
  assert.equal(wordsOf('of.tomorrow'), 'of.tomorrow')
  const words = Object.values(journalEvents).map((row) => row.words)
  assert.equal(new Set(words).size, words.length, 'two events read the same')
})

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { declaredCalls } from '../security/declared.ts'
import { root } from '../setup/testing.ts'

/** What people are found by, as it is typed. */
const typed = [
  'Иванова',
  'Иванова Анна',
  '+79161234567',
  '+7 916 123-45-67',
  '8 (916) 123-45-67',
  'anna@example.ru',
  '4510 123456',
]
/** The same in digits alone: a number of a page, a day or a sum looks no different. */
const digits = ['79161234567', '89161234567', '9161234567', '8-916-123-45-67', '4510123456']

/** Parameters that are numbers and nothing else: places in a list, sums. */
const numbers = new Set(['after', 'before', 'limit', 'amount', 'days'])

test('no parameter of an address takes a name, a phone, a mail or a document', async () => {
  const faults: string[] = []
  let walked = 0
  for (const { name, query } of await declaredCalls()) {
    const shape: Record<string, unknown> = query && 'shape' in query ? (query.shape as object as never) : {}
    for (const parameter of Object.keys(shape)) {
      walked += 1
      const takes = (text: string) => {
        const parsed = query?.safeParse({ [parameter]: text })
        return parsed?.success === true || !parsed?.error.issues.some(({ path }) => path[0] === parameter)
      }
      const tried = numbers.has(parameter) ? typed : [...typed, ...digits]
      faults.push(...tried.filter(takes).map((text) => `${name}?${parameter}=${text}`))
    }
  }
  assert.ok(walked > 50, `${walked} parameters`)
  assert.deepEqual(faults, [])
})

/** A parameter of the page's own address that is read, by its name. */
const inAddress = /\.get\('(\w+)'\)/g

test('the office’s screens keep no typed text in their addresses', () => {
  const names = new Set<string>()
  const faults: string[] = []
  for (const file of globSync('office/**/*.{ts,tsx}', { cwd: root })) {
    const text = readFileSync(`${root}/${file}`, 'utf8')
    if (text.includes('useSearch()')) for (const [, name = ''] of text.matchAll(inAddress)) names.add(name)
    // an address that something typed is put into
    for (const [found] of text.matchAll(
      /(?:href=|\bgo\(|navigate\(|location\.\w+\()[^\n]*\b(?:typed|search|text|words)\}/g,
    ))
      faults.push(`${file}: ${found}`)
  }
  assert.deepEqual(faults, [])
  // `from` is an id, the others are of a closed list.
  assert.deepEqual([...names].sort(), ['bucket', 'from', 'signal', 'state', 'tab'])
})

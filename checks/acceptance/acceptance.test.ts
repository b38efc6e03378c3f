import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { claims } from './claims.ts'
import { acceptancePage } from './page.ts'
import { hasTitle } from './titles.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8')
/** So many the text was split into when it was first tried. */
const fewest = 153

test('every claim of the text stands once, in the order of the text', () => {
  const ids = claims.map(({ id }) => id)
  assert.ok(ids.length >= fewest, `${ids.length} claims`)
  assert.deepEqual(
    ids.filter((id, at) => ids.indexOf(id) !== at),
    [],
    'numbers that stand twice',
  )
  const place = (id: string) => {
    const [section, number] = id.split('.').map(Number)
    return (section ?? Number.NaN) * 1000 + (number ?? Number.NaN)
  }
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => place(a) - place(b)),
  )
})

test('every claim has a test that shows it, or a reason why nothing could', () => {
  for (const { id, claim, verdict, proofs, remark } of claims) {
    assert.ok(claim.length > 5, id)
    if (verdict === 'cannot be seen') assert.ok(remark.length > 10 && proofs.length === 0, `${id} has no reason`)
    else assert.ok(proofs.length > 0, `${id} has no test`)
    if (verdict === 'deliberate difference') assert.ok(remark.length > 10, `${id} differs without a reason`)
  }
})

test('every test a claim names is there', () => {
  const missing = claims.flatMap(({ id, proofs }) =>
    proofs.filter(([file, title]) => !hasTitle(file, title)).map(([file, title]) => `${id}: ${file} «${title}»`),
  )
  assert.deepEqual(missing, [])
})

test('every test written for the table begins with the numbers of the claims that name it', () => {
  const own = readdirSync(new URL('.', import.meta.url)).filter((file) => /(?<!acceptance)\.test\.ts$/.test(file))
  for (const file of own) {
    const path = `checks/acceptance/${file}`
    for (const [, title = ''] of read(path).matchAll(/\btest\(\s*['`]([^'`]+)/g)) {
      const numbers = title.split(': ')[0]?.match(/\d+\.\d+/g) ?? []
      assert.ok(numbers.length > 0 || title.startsWith('${'), `${path}: ${title}`)
      for (const number of numbers) {
        const claim = claims.find(({ id }) => id === number)
        assert.ok(
          claim?.proofs.some(([where, named]) => where === path && title.startsWith(named)),
          `${path}: claim ${number} does not name «${title}»`,
        )
      }
    }
  }
})

test('docs/acceptance.md says what the claims say (npm run reference)', () => {
  assert.equal(read('docs/acceptance.md'), acceptancePage())
})

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { version } from '#server/platform/version.ts'
import { migrationsOf, outOfOrder, releases } from './releases.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const present = readdirSync(new URL('../../server/migrations/', import.meta.url))
  .filter((file) => file.endsWith('.ts'))
  .sort()

describe('I6: migrations keep their order against what was released', () => {
  test('one put before a released one, and one taken away, are found', () => {
    const released = ['0001-a.ts', '0090-phone.ts']
    assert.deepEqual(outOfOrder(released, [...released, '0091-idle.ts']), [])
    assert.match(
      outOfOrder(released, [...released, '0081-line.ts'])[0] ?? '',
      /0081-line\.ts is new and stands before 0090-phone/,
    )
    assert.match(outOfOrder(released, ['0001-a.ts'])[0] ?? '', /0090-phone\.ts was released and is gone/)
  })

  for (const release of releases())
    test(`since ${release}`, () => {
      assert.deepEqual(outOfOrder(migrationsOf(release), present), [])
    })
})

describe('a release', () => {
  test('its number is one: in package.json and in the program', () => {
    assert.equal(JSON.parse(read('package.json')).version, version)
  })

  test('each tag has its chapter in the changelog', () => {
    const chapters = [...read('CHANGELOG.md').matchAll(/^## (\S+)/gm)].map(([, name]) => name)
    assert.deepEqual(
      releases().filter((tag) => /^v/.test(tag) && !chapters.includes(tag.slice(1))),
      [],
    )
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readNumberLine, zoneNumberLine } from '#contract/person/machineZone.ts'
import { fieldsOf, measured, witness } from './measure.ts'
import { seeded } from './random.ts'
import { holder } from './set.ts'

describe('passports, drawn', () => {
  test('an independent parser finds in every line what we find, and right and wrong the same', () => {
    const random = seeded(2026)
    let wrong = 0
    for (let each = 0; each < 1000; each += 1) {
      const one = holder(random)
      const line = zoneNumberLine(one)
      assert.ok(witness(line).right, line)
      assert.deepEqual(witness(line).fields, fieldsOf(one))
      const read = readNumberLine(line)
      assert.ok(read)
      assert.deepEqual(fieldsOf(read), fieldsOf(one))
      // One to three digits read wrong: what the witness refuses we refuse.
      const signs = [...line]
      for (let left = random.whole(1, 3); left > 0; left -= 1) {
        const at = random.of([...signs.keys()].filter((place) => /\d/.test(signs[place] ?? '')))
        signs[at] = String(random.whole(0, 9))
      }
      const spoilt = signs.join('')
      if (!witness(spoilt).right) {
        wrong += 1
        assert.equal(readNumberLine(spoilt), null, spoilt)
      }
    }
    assert.ok(wrong > 500)
  })

  test('twelve photos: nothing wrong passes, and what a phone takes is read whole', async (context) => {
    const all = await measured(0, 12)
    assert.deepEqual(
      all.filter(({ is }) => is === 'wrong' || is === 'failed'),
      [],
    )
    const phone = all.filter(({ kind }) => kind === 'phone')
    assert.deepEqual([phone.length, phone.filter(({ is }) => is === 'whole').length], [6, 6])
    assert.deepEqual(
      all.filter(({ named }) => named === false),
      [],
    )
    const bad = all.filter(({ kind, is }) => kind === 'bad' && is === 'whole').length
    assert.ok(bad >= 3, `${bad} of 6 bad photos read`)
    context.diagnostic(`read whole: 6 of 6 as a phone takes them, ${bad} of 6 bad ones; nothing wrong`)
  })
})

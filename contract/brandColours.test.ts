import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brandColours, brandRule, unreadableAccents } from './brandColours.ts'

test('words on a dark accent are white, on a light one dark', () => {
  const colours = new Map(brandColours({ accent: '#0a6b58', accentDark: '#4cc2a4' }))
  assert.equal(colours.get('--brand-ink'), '#ffffff')
  assert.equal(colours.get('--brand-dark-ink'), '#06231b')
})

test('a tint is close to its ground', () => {
  const colours = new Map(brandColours({ accent: '#000000', accentDark: '#ffffff' }))
  assert.equal(colours.get('--brand-tint'), '#e0e0e0')
})

test('corners are the lender’s where the configuration says so', () => {
  assert.match(
    brandRule({ accent: '#0a6b58', accentDark: '#4cc2a4', radius: 6 }),
    /^:root\{--brand:#0a6b58;.*--brand-radius:6px\}$/,
  )
  assert.doesNotMatch(brandRule({ accent: '#0a6b58', accentDark: '#4cc2a4' }), /radius/)
})

test('an accent that words cannot be read in is named, with its theme', () => {
  assert.deepEqual(unreadableAccents({ accent: '#0a6b58', accentDark: '#4cc2a4' }), [])
  const [light, dark] = unreadableAccents({ accent: '#7fd6bd', accentDark: '#0a6b58' })
  assert.match(`${light?.field} ${light?.message}`, /^accent stands out from the light page by 1\.\d+:1 only/)
  assert.match(`${dark?.field} ${dark?.message}`, /^accentDark stands out from the dark page/)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brandColours } from './brandColours.ts'

test('words on a dark accent are white, on a light one dark', () => {
  const colours = new Map(brandColours({ accent: '#0a6b58', accentDark: '#4cc2a4' }))
  assert.equal(colours.get('--brand-ink'), '#ffffff')
  assert.equal(colours.get('--brand-dark-ink'), '#06231b')
})

test('a tint is close to its ground', () => {
  const colours = new Map(brandColours({ accent: '#000000', accentDark: '#ffffff' }))
  assert.equal(colours.get('--brand-tint'), '#e0e0e0')
})

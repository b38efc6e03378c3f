import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectPatterns, patternsOf } from './patterns.ts'

// The checker's own code in JavaScript: the same on every machine, and no second program is started.
process.env.RECHECK_BACKEND = 'pure'
const { checkSync } = await import('recheck')

/** Patterns that only meet text of our own making, and cost more than linear time on others'; each with its reason. None is left. */
const ours: Readonly<Record<string, string>> = {}

/** The checker does not know sets of characters (`v`); none of ours uses more of them than `u` has. */
const flagsOf = (flags: string) => flags.replace('v', 'u')

/** Judged by characters read, never by time: a busy machine finds no more than an idle one. */
const untimed = { timeout: null, attackTimeout: null, incubationTimeout: null, seedingTimeout: null }

const { patterns, made } = collectPatterns()

const verdictOf = (source: string, flags: string) => checkSync(source, flagsOf(flags), untimed)

test('N1: no pattern of the programs costs more than linear time, whatever it is given', (context) => {
  const wrong = patterns
    .filter(({ source }) => !(source in ours))
    .map(({ source, flags, places }) => ({ verdict: verdictOf(source, flags), source, places }))
    .filter(({ verdict }) => verdict.status !== 'safe')
    .map(({ verdict, source, places }) => {
      const why =
        verdict.status === 'vulnerable' ? `${verdict.complexity.summary}: ${verdict.attack.pattern}` : 'unknown'
      return `${places.join(', ')} /${source}/ ${why}`
    })
  assert.ok(patterns.length > 150, 'the sources were found')
  assert.deepEqual(wrong, [])
  const known = new Set(patterns.map(({ source }) => source))
  assert.deepEqual(
    Object.keys(ours).filter((source) => !known.has(source)),
    [],
    'an exception nobody needs',
  )
  context.diagnostic(`N1: ${patterns.length} patterns, none above linear`)
})

test('N1: no pattern is put together while the programs run: nothing could check it', () => {
  assert.deepEqual(made, [])
})

test('N1: what is looked for is found: a quadratic and an exponential pattern, and a made one', () => {
  const found = patternsOf('x.tsx', 'const a = <b>{/\\d+$/.test(t)}</b>; const c = new RegExp(t)')
  assert.deepEqual([found.literals.map(({ text }) => text), found.made], [['/\\d+$/'], ['x.tsx:1']])
  assert.equal(verdictOf('\\d+$', '').status, 'vulnerable')
  assert.equal(verdictOf('^(a|a)*$', '').status, 'vulnerable')
})

/** Numbers from 0 to 1, as `seeded` of the drills gives them. */
export type Random = () => number

export const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item

const alphabets = [
  'АБВГДЕЁЖЗИЙабвгдеёжзий',
  'abcdefghijXYZ',
  '0123456789',
  ' \u00a0\u2009\t',
  "-–—'’.,/@+()«»№%",
  '\0\x01\x07\x1b\x7f\u0085',
  '\u200b\u200e\u200f\u202a\u202e\u2066\u2069\u061c\ufeff\u00ad',
  '\ud800\udbff\udc00\udfff\uffff\ufffe',
  '\u0301\u0308\u20dd\u1160\u3164\u2800',
]
const pieces = [
  '😀',
  '👩‍👩‍👧‍👦',
  '🇷🇺',
  'שלום',
  'مرحبا',
  '漢字',
  "'; drop table step; --",
  '<script>',
  '{{7*7}}',
  `\${x}`,
  '%00',
  '\r\n',
  '\\u0000',
]

function text(random: Random): string {
  const length = Math.floor(random() ** 3 * 60)
  let made = ''
  while (made.length < length) {
    const alphabet = pick(random, alphabets)
    made += random() < 0.15 ? pick(random, pieces) : pick(random, [...alphabet.split('')])
  }
  return made
}

const odd = ['__proto__', 'constructor', 'toString', 'valueOf', '__defineGetter__', 'hasOwnProperty', 'length', 'then']

/** An object whose keys are those every object inherits; `__proto__` as a key of its own, as JSON makes it. */
function prototypeKeys(random: Random): unknown {
  const value = JSON.stringify(pick<unknown>(random, [null, 1, 'x', { polluted: true }, []]))
  return JSON.parse(
    `{${[...new Set([pick(random, odd), pick(random, odd)])].map((key) => `"${key}":${value}`).join(',')}}`,
  )
}

function deep(depth: number): unknown {
  let value: unknown = 'дно'
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { a: value }
  return value
}

const numbers = [
  0,
  -0,
  1,
  -1,
  0.1,
  1e21,
  1e308,
  -1e308,
  5e-324,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
  2 ** 31,
  14,
  1_000_000,
]
const beyondJson = [Number.NaN, Number.POSITIVE_INFINITY, undefined, 10n, Symbol('x'), () => 'x', new Date(Number.NaN)]
const megabytes = ['я', '1', ' ', '\0', '\ud800', '😀', '-', 'a@'].map((unit) => unit.repeat(1_000_000 / unit.length))

/** One thing a person, a broken program or an attacker may send in a field; JSON can carry it. */
export function anyJsonValue(random: Random): unknown {
  const kind = random()
  if (kind < 0.55) return text(random)
  if (kind < 0.63) return pick(random, numbers) * (random() < 0.5 ? 1 : Math.floor(random() * 1e6))
  if (kind < 0.69) return pick<unknown>(random, [null, true, false, '', [], {}])
  if (kind < 0.77) return Array.from({ length: Math.floor(random() * 5) }, () => text(random))
  if (kind < 0.83) return deep(Math.floor(random() * 15))
  if (kind < 0.9) return prototypeKeys(random)
  return `${pick(random, pieces)}${text(random)}${pick(random, pieces)}`
}

/** The same, and now and then a megabyte, or what only a program can hold. */
export function anyValue(random: Random): unknown {
  const kind = random()
  if (kind < 0.002) return pick(random, megabytes)
  return kind < 0.02 ? pick<unknown>(random, beyondJson) : anyJsonValue(random)
}

/** A right answer with one slip of the finger. */
export function slipped(random: Random, right: string): string {
  const at = Math.floor(random() * (right.length + 1))
  const rest = random() < 0.5 ? at : at + 1
  return right.slice(0, at) + (random() < 0.7 ? text(random).slice(0, 2) : '') + right.slice(rest)
}

/** The worst of all, each tried on every field over the wire. */
export const nastiest: readonly unknown[] = [
  '\0',
  'а\0б',
  '\ud800',
  '\udc00\ud800',
  '\u202eгпj.атсап',
  '😀'.repeat(200),
  'я'.repeat(20_001),
  `${'1'.repeat(40_000)}x`,
  ' '.repeat(40_000),
  '\\u0000',
  1e308,
  -0,
  null,
  [],
  [[[[]]]],
  {},
  deep(15),
  { $ne: null },
  { toString: 'x', valueOf: 'y' },
  JSON.parse('{"__defineGetter__":"x","hasOwnProperty":1}'),
]

/** Names every object inherits: a map read without care finds a function behind them. */
export const inheritedNames: readonly string[] = Object.getOwnPropertyNames(Object.prototype)

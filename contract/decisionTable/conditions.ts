import type { ConditionField } from './fields.ts'

/** A span of numbers; null: without end. */
interface Span {
  readonly from: number | null
  readonly fromIn: boolean
  readonly to: number | null
  readonly toIn: boolean
}

/** What a condition lets through. */
export type Condition =
  | { readonly kind: 'number'; readonly span: Span }
  | { readonly kind: 'yes'; readonly value: boolean }
  | { readonly kind: 'words'; readonly words: readonly string[] }

const compared = /^(<=|>=|<|>) ?(-?\d{1,9}(?:\.\d{1,6})?)$/
const ranged = /^([[(])(-?\d{1,9}(?:\.\d{1,6})?)\.\.(-?\d{1,9}(?:\.\d{1,6})?)([\])])$/
const plainRange = /^(-?\d{1,9}(?:\.\d{1,6})?)(?:\.\.|–|—|-)(-?\d{1,9}(?:\.\d{1,6})?)$/
const single = /^-?\d{1,9}(?:\.\d{1,6})?$/
const word = /^"?([a-z][a-z0-9_-]{0,39})"?$/i

const above = (from: number, fromIn: boolean): Span => ({ from, fromIn, to: null, toIn: false })
const below = (to: number, toIn: boolean): Span => ({ from: null, fromIn: false, to, toIn })

function spanOf(text: string): Span | string {
  const [, sign, bound] = compared.exec(text) ?? []
  if (sign) return sign.startsWith('>') ? above(Number(bound), sign === '>=') : below(Number(bound), sign === '<=')
  if (single.test(text)) return { from: Number(text), fromIn: true, to: Number(text), toIn: true }
  const tight = text.replaceAll(' ', '')
  const [, open, low, high, close] = ranged.exec(tight) ?? []
  const [, plainLow, plainHigh] = plainRange.exec(tight) ?? []
  if (!open && !plainLow) return 'Пишите число, «> 90», «<= 30» или «450..580»'
  const span = {
    from: Number(low ?? plainLow),
    fromIn: open !== '(',
    to: Number(high ?? plainHigh),
    toIn: close !== ')',
  }
  if (span.from > span.to) return 'Начало больше конца'
  return span.from === span.to && !(span.fromIn && span.toIn) ? 'Здесь нет ни одного числа' : span
}

/** What people type for the engine's signs. */
const tidied = (text: string) =>
  text
    .trim()
    .replaceAll('≥', '>=')
    .replaceAll('≤', '<=')
    .replaceAll('\u00a0', ' ')
    .replace(/(\d),(\d)/g, '$1.$2')

const yes: Readonly<Record<string, boolean>> = { true: true, false: false, да: true, нет: false }

/** Reads a cell: the condition, null for an empty one, or what is wrong with it in words. */
export function readCondition(field: ConditionField, typed: string): Condition | null | string {
  const text = typed.trim()
  if (text === '') return null
  if (field.kind === 'yes') {
    const value = yes[text.toLowerCase()]
    return value === undefined ? 'Пишите «да» или «нет»' : { kind: 'yes', value }
  }
  if (field.kind === 'words') {
    const words = text.split(',').map((part) => word.exec(part.trim())?.[1] ?? '')
    return words.includes('') ? 'Пишите коды через запятую' : { kind: 'words', words }
  }
  const span = spanOf(tidied(text))
  if (typeof span === 'string') return span
  const { min, max } = field
  const outside = (bound: number | null) => bound !== null && (bound < min || bound > max)
  if (outside(span.from) || outside(span.to)) return `Бывает от ${min} до ${max}`
  return { kind: 'number', span }
}

/** A condition in the engine's language. */
export function engineText(condition: Condition): string {
  if (condition.kind === 'yes') return String(condition.value)
  if (condition.kind === 'words') return condition.words.map((one) => `"${one}"`).join(', ')
  const { from, fromIn, to, toIn } = condition.span
  if (from === null) return `${toIn ? '<=' : '<'} ${to}`
  if (to === null) return `${fromIn ? '>=' : '>'} ${from}`
  return from === to ? String(from) : `${fromIn ? '[' : '('}${from}..${to}${toIn ? ']' : ')'}`
}

const comma = (value: number) => String(value).replace('.', ',')

/** A condition as a person reads it. */
export function conditionText(condition: Condition): string {
  if (condition.kind === 'yes') return condition.value ? 'да' : 'нет'
  if (condition.kind === 'words') return condition.words.join(', ')
  const { from, fromIn, to, toIn } = condition.span
  if (from === null) return `${toIn ? 'не больше' : 'меньше'} ${comma(to ?? 0)}`
  if (to === null) return `${fromIn ? 'не меньше' : 'больше'} ${comma(from)}`
  if (from === to) return comma(from)
  if (fromIn && toIn) return `${comma(from)}–${comma(to)}`
  return `${fromIn ? 'от' : 'больше'} ${comma(from)}, ${toIn ? 'не больше' : 'меньше'} ${comma(to)}`
}

/** Whether a value fits; nothing asked fits all. */
export function fits(condition: Condition | null, value: unknown): boolean {
  if (!condition) return true
  if (condition.kind === 'yes') return value === condition.value
  if (condition.kind === 'words') return condition.words.includes(String(value))
  const { from, fromIn, to, toIn } = condition.span
  if (typeof value !== 'number') return false
  if (from !== null && (fromIn ? value < from : value <= from)) return false
  return to === null || (toIn ? value <= to : value < to)
}

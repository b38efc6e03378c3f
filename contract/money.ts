import type { Brand } from './brand.ts'
import { groupThousands, noBreakSpace } from './spaces.ts'

/** Money everywhere: a whole number of kopecks. */
export type Kopecks = Brand<number, 'Kopecks'>

/** Marks a number as kopecks. Throws RangeError for a part of a kopeck or a number too large to be exact. */
export function kopecks(amount: number): Kopecks {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not whole kopecks: ${amount}`)
  return amount as Kopecks
}

/** Kopecks of so many roubles: `fromRoubles(16680)` is 1 668 000. Throws RangeError if kopecks would be broken. */
export function fromRoubles(amount: number): Kopecks {
  const exact = Math.round(amount * 100)
  if (Math.abs(amount * 100 - exact) > 1e-6) throw new RangeError(`not whole kopecks: ${amount} roubles`)
  return kopecks(exact)
}

/** Roubles, possibly with a part: for sliders and charts, not for sums. */
export function roubles(amount: Kopecks): number {
  return amount / 100
}

export function addMoney(...amounts: readonly Kopecks[]): Kopecks {
  return kopecks(amounts.reduce<number>((sum, amount) => sum + amount, 0))
}

/** «16 680 ₽», «6 474,08 ₽», «−50 ₽»: kopecks only when there are any, never broken over two lines. */
export function formatRoubles(amount: Kopecks): string {
  const { sign, whole, part } = split(amount)
  const kopeckPart = part === '00' ? '' : `,${part}`
  return `${sign}${groupThousands(whole)}${kopeckPart}${noBreakSpace}₽`
}

/** '6474.08': for documents, files and payment rails. */
export function decimalRoubles(amount: Kopecks): string {
  const { sign, whole, part } = split(amount)
  return `${sign && '-'}${whole}.${part}`
}

/**
 * Reads roubles as people type them: «16 680», «16680,5 ₽», «10.000 руб.» (thousands), «1 234.50».
 * Null for anything else, and from a thousand billion up.
 */
export function parseRoubles(text: string): Kopecks | null {
  if (text.length > 40) return null
  const typed = text.trim().replace(/(?:₽|р\.?|руб\.?|рубл(?:ь|я|ей))$/i, '')
  const bare = typed.replace(/[\s'’]/g, '')
  if (/^\d{1,3}(?:[.,]\d{3})+$/.test(bare)) return fromDigits(bare.replace(/[.,]/g, ''), '')
  const found = /^(\d{1,12})(?:[.,](\d{1,2}))?$/.exec(bare)
  return found ? fromDigits(found[1]!, found[2] ?? '') : null
}

/** «292,000 %» from '292.000': a rate or the full cost as printed, all its decimals kept. */
export function formatPercent(percent: string): string {
  const [whole = '0', part] = percent.replace('-', '').split('.')
  const sign = percent.startsWith('-') ? '−' : ''
  return `${sign}${groupThousands(whole)}${part === undefined ? '' : `,${part}`}${noBreakSpace}%`
}

/** Moves the decimal point of a share two places: '0.008' is «0,8 %». */
export function formatShare(share: string): string {
  const [whole = '0', part = ''] = share.split('.')
  const digits = `${whole}${part.padEnd(2, '0')}`
  const at = whole.length + 2
  const percent = String(Number(`${digits.slice(0, at)}.${digits.slice(at)}`))
  return `${percent.replace('.', ',')}${noBreakSpace}%`
}

function split(amount: Kopecks) {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  return { sign: amount < 0 ? '−' : '', whole: digits.slice(0, -2), part: digits.slice(-2) }
}

function fromDigits(whole: string, part: string): Kopecks | null {
  return whole.length > 12 ? null : kopecks(Number(whole) * 100 + Number(part.padEnd(2, '0')))
}

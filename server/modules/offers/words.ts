import { type Kopecks, roubles } from '#contract/money.ts'
import { plural } from '#contract/russian.ts'

const unitsMale = ['', 'один', 'два', 'три', 'четыре', 'пять', 'шесть', 'семь', 'восемь', 'девять']
const unitsFemale = ['', 'одна', 'две', ...unitsMale.slice(3)]
const teens = [
  'десять',
  'одиннадцать',
  'двенадцать',
  'тринадцать',
  'четырнадцать',
  'пятнадцать',
  'шестнадцать',
  'семнадцать',
  'восемнадцать',
  'девятнадцать',
]
const tens = [
  '',
  '',
  'двадцать',
  'тридцать',
  'сорок',
  'пятьдесят',
  'шестьдесят',
  'семьдесят',
  'восемьдесят',
  'девяносто',
]
const hundreds = [
  '',
  'сто',
  'двести',
  'триста',
  'четыреста',
  'пятьсот',
  'шестьсот',
  'семьсот',
  'восемьсот',
  'девятьсот',
]

function underThousand(value: number, female: boolean): string[] {
  const rest = value % 100
  const units = female ? unitsFemale : unitsMale
  const last = rest >= 10 && rest < 20 ? [teens[rest - 10]] : [tens[Math.floor(rest / 10)], units[rest % 10]]
  return [hundreds[Math.floor(value / 100)], ...last].flatMap((word) => word || [])
}

/** A whole number below a thousand million in words: 2001 is «две тысячи один», feminine «две тысячи одна». */
export function inWords(value: number, gender: 'male' | 'female' = 'male'): string {
  if (value === 0) return 'ноль'
  const millions = Math.floor(value / 1_000_000)
  const thousands = Math.floor(value / 1000) % 1000
  const parts = [
    ...(millions ? [...underThousand(millions, false), plural(millions, 'миллион', 'миллиона', 'миллионов')] : []),
    ...(thousands ? [...underThousand(thousands, true), plural(thousands, 'тысяча', 'тысячи', 'тысяч')] : []),
    ...underThousand(value % 1000, gender === 'female'),
  ]
  return parts.join(' ')
}

/** «шесть тысяч шестьсот восемьдесят рублей 05 копеек» */
export function roublesInWords(amount: Kopecks): string {
  const whole = Math.floor(roubles(amount))
  const part = amount - whole * 100
  const kopecks = `${String(part).padStart(2, '0')} ${plural(part, 'копейка', 'копейки', 'копеек')}`
  return `${inWords(whole)} ${plural(whole, 'рубль', 'рубля', 'рублей')} ${kopecks}`
}

/** «двести девяносто две целых ноль тысячных процента» from '292.000' */
export function percentInWords(percent: string): string {
  const [whole = '0', part = '0'] = percent.split('.')
  const one = (value: number, singular: string, many: string) =>
    `${inWords(value, 'female')} ${plural(value, singular, many, many)}`
  const thousandths = Number(part.padEnd(3, '0'))
  return `${one(Number(whole), 'целая', 'целых')} ${one(thousandths, 'тысячная', 'тысячных')} процента`
}

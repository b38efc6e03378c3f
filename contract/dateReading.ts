import { type IsoDate, isoDate, monthNames } from './dates.ts'

/** Number of the month by a word: «мая», «май», «сент»; 0 for any other. */
const monthByWord = (word: string) =>
  1 + monthNames.findIndex((name) => (word.length > 2 && name.startsWith(word)) || nominative(name) === word)

const nominative = (name: string) => (name === 'мая' ? 'май' : name.replace(/а$/, '').replace(/я$/, 'ь'))

/** Reads «31.12.1990», «31 12 1990», «31/12/1990», «31121990», «31 декабря 1990 г.» or `1990-12-31`. Null for an impossible day. */
export function parseDate(text: string): IsoDate | null {
  const typed = text.length > 40 ? '' : text.trim()
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(typed)
  if (iso) return isoDate(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const russian = /^(\d{1,2})[.,/\s-](\d{1,2})[.,/\s-](\d{4})$/.exec(typed) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(typed)
  const inWords = /^(\d{1,2})[\s.]?([а-яё]{3,8})[\s.]{0,2}(\d{4})(?:\s?г\.?)?$/i.exec(typed)
  if (inWords) return isoDate(Number(inWords[3]), monthByWord((inWords[2] ?? '').toLowerCase()), Number(inWords[1]))
  return russian && isoDate(Number(russian[3]), Number(russian[2]), Number(russian[1]))
}

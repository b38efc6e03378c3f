import type { Brand } from '../brand.ts'
import { tidySpaces } from '../spaces.ts'

/** A surname, name or patronymic: Russian letters, with hyphens, apostrophes and spaces between them. */
export type PersonName = Brand<string, 'PersonName'>

/** One space between words, none around a hyphen, one kind of hyphen and apostrophe. Null unless in Russian letters. */
export function normalizeName(text: string): PersonName | null {
  if (text.length > 400) return null
  const tidy = tidySpaces(text.normalize('NFC'))
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[’‘ʼ`´]/g, "'")
    .replace(/ ?- ?/g, '-')
  return tidy.length <= 100 && /^[А-ЯЁ]+(?:[-' ][А-ЯЁ]+)*$/i.test(tidy) ? (tidy as PersonName) : null
}

/** Equal but for case, ё and е: how a bank, a passport and a person write one name. */
export function sameName(one: string, other: string): boolean {
  return nameKey(one) === nameKey(other)
}

function nameKey(text: string): string {
  const name = normalizeName(text) ?? tidySpaces(text)
  return name.toLowerCase().replace(/ё/g, 'е')
}

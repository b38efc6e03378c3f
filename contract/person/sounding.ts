import { nameKey } from './names.ts'

/** One Latin letter or none for each Cyrillic one, as every usual transliteration has it once `folded` is through with both. */
const letters: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'iu',
  я: 'ia',
  і: 'i',
  ї: 'i',
  є: 'e',
  ґ: 'g',
  ў: 'u',
}

/** What one name is written as in Latin letters by one office and another: the longer comes first. */
const folds: ReadonlyArray<readonly [RegExp, string]> = [
  [/shch|sch/g, '5'],
  [/sh/g, '6'],
  [/ch|tch/g, '4'],
  [/zh/g, '7'],
  [/kh|x/g, 'h'],
  [/ts|tz|tc|c/g, '9'],
  [/ph/g, 'f'],
  [/w/g, 'v'],
  [/[ij]?[iyj]([aou])/g, 'i$1'],
  [/j(?![aeiouy])/g, 'i'],
  [/j/g, '7'],
  [/[yi]{1,4}e|e+/g, 'e'],
  [/y+/g, 'i'],
  [/i+/g, 'i'],
  [/['’`"]/g, ''],
  [/(.)\1+/g, '$1'],
]

const latin = (word: string): string => [...word].map((letter) => letters[letter] ?? letter).join('')

const folded = (word: string): string => folds.reduce((text, [pattern, to]) => text.replace(pattern, to), latin(word))

/** A name as it is compared between alphabets: Cyrillic and any usual Latin spelling of it give the same. */
export const sounding = (name: string): string =>
  nameKey(name)
    .normalize('NFD')
    .replace(/(?<=[a-z])\p{M}+/gu, '')
    .normalize('NFC')
    .split(' ')
    .map(folded)
    .filter(Boolean)
    .join(' ')

/** The forms by which a person is looked up in lists: without patronymic, which lists often lack, and by three words where no day of birth is known. */
export function listForms(
  name: string,
  birthDate: string | undefined,
): ReadonlyArray<readonly ['shortName' | 'nameAlone', string]> {
  const words = sounding(name).split(' ').filter(Boolean)
  const [surname, first] = words
  if (!surname || !first) return []
  return [
    ...(birthDate ? [['shortName', `${surname} ${first} ${birthDate}`] as const] : []),
    ...(words.length > 2 ? [['nameAlone', words.join(' ')] as const] : []),
  ]
}

import { birthday, type IsoDate, isoDate } from '../dates.ts'

/** What the second line of the machine-readable zone of an internal passport says, proven by its check digits. */
export interface ZoneReading {
  /** Series and number, ten digits. */
  readonly number: string
  readonly birthDate: IsoDate
  readonly sex: 'female' | 'male'
  readonly issuedOn: IsoDate
  /** «770-001» */
  readonly departmentCode: string
}

/** Signs of each of the two lines. */
export const zoneLength = 44

/** One Latin letter or digit for one Russian letter, so that a name comes back as it was. */
const pairs = [...'АAБBВVГGДDЕEЁ2ЖJЗZИIЙQКKЛLМMНNОOПPРRСSТTУUФFХHЦCЧ3Ш4ЩWЪXЫYЬ9Э6Ю7Я8'.matchAll(/(.)(.)/gu)]
const latinOf = new Map(pairs.map(([, russian, latin]) => [russian, latin]))

/** A name as the zone writes it; whatever is no letter is a filler. */
const coded = (name: string): string =>
  [...name.normalize('NFC').toUpperCase().trim()].map((letter) => latinOf.get(letter) ?? '<').join('')

/** The first line for a name, cut where the name is longer. */
export const zoneNameLine = (surname: string, name: string, patronymic = ''): string =>
  `PNRUS${coded(surname)}<<${[name, patronymic].filter(Boolean).map(coded).join('<')}`
    .slice(0, zoneLength)
    .padEnd(zoneLength, '<')

const weights = [7, 3, 1]

const worth = (sign: string): number => {
  if (sign === '<') return 0
  return sign >= '0' && sign <= '9' ? Number(sign) : sign.charCodeAt(0) - 55
}

/** The check digit of ICAO Doc 9303: weights 7, 3, 1, modulo 10. */
export const checkDigit = (text: string): string =>
  String([...text].reduce((sum, sign, at) => sum + worth(sign) * (weights[at % 3] ?? 0), 0) % 10)

const fillers = '<'.repeat(7)

/** Digits of the second line by their place: what stands between them is the same in every passport, but for the sex. */
const secondLine = /^(\d{9})(\d)RUS(\d{6})(\d)([MF])<{7}(\d{13})<(\d)(\d)$/

/** The second line of a passport. */
export function zoneNumberLine({ number, birthDate, sex, issuedOn, departmentCode }: ZoneReading): string {
  const document = number.slice(0, 3) + number.slice(4)
  const born = short(birthDate)
  const own = `${number[3]}${short(issuedOn)}${departmentCode.replace('-', '')}<`
  const [first, second, third] = [document, born, own].map((text) => text + checkDigit(text)) as [
    string,
    string,
    string,
  ]
  return `${first}RUS${second}${sex === 'male' ? 'M' : 'F'}${fillers}${third}${checkDigit(first + second + fillers + third)}`
}

const short = (day: IsoDate): string => day.slice(2).replaceAll('-', '')

const day = (year: number, text: string) =>
  isoDate(year + Number(text.slice(0, 2)), Number(text.slice(2, 4)), Number(text.slice(4)))

/** Passports have had a zone since then. */
const firstIssued = '2011-07-01'

/** Reads a second line. Null unless all of its check digits are right, its dates are days and the passport was issued at fourteen or later. */
export function readNumberLine(line: string): ZoneReading | null {
  const found = secondLine.exec(line)
  if (!found) return null
  const [, document = '', documentCheck = '', born = '', bornCheck = '', sex, own = '', ownCheck = '', whole] = found
  const third = `${own}<`
  const parts = [
    [document, documentCheck],
    [born, bornCheck],
    [third, ownCheck],
  ] as const
  const together = `${document}${documentCheck}${born}${bornCheck}${fillers}${third}${ownCheck}`
  if (!parts.every(([text, digit]) => checkDigit(text) === digit) || checkDigit(together) !== whole) return null
  const issuedOn = day(2000, own.slice(1, 7))
  if (!issuedOn || issuedOn < firstIssued) return null
  // Two digits of a year: the later century where its person was fourteen by the day of issue.
  const birthDate = [day(2000, born), day(1900, born)].find((each) => each && birthday(each, 14) <= issuedOn)
  if (!birthDate) return null
  return {
    number: `${document.slice(0, 3)}${own[0]}${document.slice(3)}`,
    birthDate,
    sex: sex === 'M' ? 'male' : 'female',
    issuedOn,
    departmentCode: `${own.slice(7, 10)}-${own.slice(10)}`,
  }
}

/** As an OCR writes the second line: of fillers it loses or doubles some, or takes them for letters of their look. */
const readSecondLine = /^(\d{10}RUS\d{7}[MF])[<CKLS]{3,12}(\d{13})[<CKLS]?(\d\d)$/

/** What an OCR made of a second line, with its fillers in their places; null where it is none. Digits are left as they were read. */
export function mendedNumberLine(text: string): string | null {
  const found = readSecondLine.exec(text.replace(/\s/g, ''))
  return found && `${found[1]}${fillers}${found[2]}<${found[3]}`
}

/** Signs that an OCR takes for each other are one, and fillers none: what is left to compare of a first line. */
const looks = (line: string): string =>
  line
    .slice(5)
    .replace(/[<CKL]/g, '')
    .replace(/[0DQ]/g, 'O')
    .replace(/[126Z]/g, (sign) => ({ 1: 'I', 2: 'E', 6: 'G', Z: 'E' })[sign] ?? sign)
    .replace(/[58]/g, (sign) => (sign === '5' ? 'S' : 'B'))

/** How many signs must be written, left out or changed to make one text of another. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, sign] of [...one].entries()) {
    const next = [at + 1]
    for (let to = 0; to < other.length; to += 1) {
      const changed = (row[to] ?? 0) + (sign === other[to] ? 0 : 1)
      next.push(Math.min(changed, (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}

interface Named {
  readonly surname: string
  readonly name: string
  readonly patronymic?: string | undefined
}

/** An OCR reads a third of a short name wrong; of another name hardly anything is the same. */
const sameAtMost = 0.34
const otherFrom = 0.7
/** How the first line begins, or something like it: another line says nothing of a name. */
const firstLine = /^.{0,3}RUS/

/** Whether a first line, as an OCR read it, is that of a name; null where it could be. Nothing proves it: it is compared, never taken. */
export function nameAgrees(read: string, { surname, name, patronymic }: Named): boolean | null {
  if (!firstLine.test(read)) return null
  const [mine, theirs] = [looks(zoneNameLine(surname, name, patronymic)), looks(read)]
  const wrong = distance(mine, theirs) / Math.max(1, mine.length)
  if (wrong <= sameAtMost) return true
  return wrong >= otherFrom ? false : null
}

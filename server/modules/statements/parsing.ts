import { type IsoDate, isoDate } from '#contract/dates.ts'
import { parseRoubles } from '#contract/money.ts'

/** Money that came to our account, as the bank's statement has it. */
export interface StatementLine {
  /** Of the document in the file, for whoever looks for it. */
  readonly line: number
  readonly number: string
  /** The payer's own day where the statement has it, else the day it came. */
  readonly day: IsoDate
  readonly amount: number
  readonly payer: string
  readonly purpose: string
  /** УИН, «Код» of the order. */
  readonly code: string
}

export interface Statement {
  readonly account: string
  readonly from: IsoDate
  readonly to: IsoDate
  /** Money in; what went out is none of the loans' business. */
  readonly incoming: readonly StatementLine[]
}

/** Why a file is refused whole, and where. */
export class StatementWrong extends Error {
  override name = 'StatementWrong'
  constructor(line: number, why: string) {
    super(`Строка ${line}: ${why}`)
  }
}

/** The text of a file: UTF-8 where its bytes are, else windows-1251, or 866 where it says DOS. Banks name encodings as they like. */
export function statementText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const text = new TextDecoder('windows-1251').decode(bytes)
    // Of a file in columns the words at its top say which of the two it is.
    const windows = /^Кодировка=Windows/im.test(text) || (!isExchange(text) && /(назначение|дата)/i.test(text))
    return windows ? text : new TextDecoder('ibm866').decode(bytes)
  }
}

/** 1C's own format, by its first line. */
export const isExchange = (text: string): boolean => /^\ufeff?\s*1CClientBankExchange/.test(text)

type Fields = Map<string, { readonly value: string; readonly line: number }>
interface Section {
  readonly line: number
  readonly fields: Fields
}

/** Sections of the file: the account and its documents. Unknown keys are kept, an unfinished file is refused. */
function sectionsOf(text: string) {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/)
  if (lines[0]?.trim() !== '1CClientBankExchange') throw new StatementWrong(1, 'это не выписка 1CClientBankExchange')
  const accounts: Section[] = []
  const documents: Section[] = []
  let open: { into: Section[]; section: Section; end: string } | null = null
  let ended = false
  for (const [at, raw] of lines.entries()) {
    const line = at + 1
    const [key = '', ...rest] = raw.trim().split('=')
    const value = rest.join('=').trim()
    if (key === 'КонецФайла') ended = true
    else if (key === 'СекцияРасчСчет' || key === 'СекцияДокумент') {
      if (open) throw new StatementWrong(line, 'раздел начат внутри другого')
      const account = key === 'СекцияРасчСчет'
      const section = { line, fields: new Map() }
      open = { into: account ? accounts : documents, section, end: account ? 'КонецРасчСчет' : 'КонецДокумента' }
    } else if (open && key === open.end) {
      open.into.push(open.section)
      open = null
    } else open?.section.fields.set(key, { value, line })
  }
  if (open) throw new StatementWrong(open.section.line, 'раздел не закончен: файл обрезан')
  if (!ended) throw new StatementWrong(lines.length, 'нет строки «КонецФайла»: файл обрезан')
  return { accounts, documents }
}

const textIn = ({ fields }: Section, key: string) => fields.get(key)?.value ?? ''

function sumIn({ fields, line }: Section, key: string): number {
  const found = fields.get(key)
  const sum = found && parseRoubles(found.value.replace('.', ','))
  if (sum === null || sum === undefined) throw new StatementWrong(found?.line ?? line, `«${key}» не сумма`)
  return sum
}

function dayIn({ fields, line }: Section, key: string): IsoDate {
  const found = fields.get(key)
  const [, day, month, year] = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(found?.value ?? '') ?? []
  const date = isoDate(Number(year), Number(month), Number(day))
  if (!date) throw new StatementWrong(found?.line ?? line, `«${key}» не дата ДД.ММ.ГГГГ`)
  return date
}

const purposeOf = (section: Section) =>
  textIn(section, 'НазначениеПлатежа') ||
  [1, 2, 3, 4, 5, 6]
    .map((part) => textIn(section, `НазначениеПлатежа${part}`))
    .join(' ')
    .trim()

/** A payer's day counts when it is not long before the money came; else the day it came does. */
const longestOnTheWay = 7 * 86_400_000
function dayOf(section: Section): IsoDate {
  const came = dayIn(section, textIn(section, 'ДатаПоступило') ? 'ДатаПоступило' : 'Дата')
  const own = textIn(section, 'ДатаСписано') ? 'ДатаСписано' : 'Дата'
  const paid = dayIn(section, own)
  return paid <= came && Date.parse(came) - Date.parse(paid) <= longestOnTheWay ? paid : came
}

/** Reads a statement whole, or refuses it with the line and why: nothing of a wrong file is taken. */
export function readStatement(bytes: Uint8Array): Statement {
  const { accounts, documents } = sectionsOf(statementText(bytes))
  const [own, ...others] = accounts
  if (!own) throw new StatementWrong(1, 'нет раздела счёта')
  if (others[0]) throw new StatementWrong(others[0].line, 'в файле два счёта: загрузите по одному')
  const account = textIn(own, 'РасчСчет')
  if (!/^\d{20}$/.test(account)) throw new StatementWrong(own.line, '«РасчСчет» не номер счёта из 20 цифр')
  let [into, out] = [0, 0]
  const incoming: StatementLine[] = []
  for (const section of documents) {
    const amount = sumIn(section, 'Сумма')
    const [payee, payer] = ['ПолучательСчет', 'ПлательщикСчет'].map((key) => textIn(section, key))
    if (payer === account) out += amount
    else if (payee === account) {
      into += amount
      const who = textIn(section, 'Плательщик1') || textIn(section, 'Плательщик')
      const { line } = section
      const known = {
        number: textIn(section, 'Номер'),
        payer: who,
        purpose: purposeOf(section),
        code: textIn(section, 'Код'),
      }
      incoming.push({ line, day: dayOf(section), amount, ...known })
    } else throw new StatementWrong(section.line, 'документ не по этому счёту')
  }
  const totals = { into: sumIn(own, 'ВсегоПоступило'), out: sumIn(own, 'ВсегоСписано') }
  if (totals.into !== into || totals.out !== out)
    throw new StatementWrong(own.line, 'обороты счёта не равны сумме документов: файл неполный')
  if (sumIn(own, 'НачальныйОстаток') + into - out !== sumIn(own, 'КонечныйОстаток'))
    throw new StatementWrong(own.line, 'начальный остаток и обороты не дают конечного')
  return { account, from: dayIn(own, 'ДатаНачала'), to: dayIn(own, 'ДатаКонца'), incoming }
}

import type {
  Group,
  RegistryApplication,
  RegistryBan,
  RegistryContract,
  RegistryPart,
  RegistryPerson,
} from '../port.ts'
import { readAmount, readCost, readDay, readInstant, readUid } from './values.ts'
import { answerLimits, readXml, XmlBad, type XmlElement } from './xml.ts'

/** What is expected of an answer, so that another's is none. */
export interface Expected {
  readonly bureau: string
  readonly questionId: string
  readonly day: string
  readonly kind: '6' | '7'
  readonly person: Pick<RegistryPerson, 'surname' | 'name' | 'birthDate' | 'passportNumber'>
}

/** What a signed body says. `foreign`: it is whole, and answers something else than was asked. */
export type Read =
  | { readonly is: 'answer'; readonly answerId: string; readonly parts: readonly RegistryPart[] }
  | { readonly is: 'receipt'; readonly answerId: string; readonly waitMs: number }
  | { readonly is: 'error'; readonly code: number; readonly text: string }
  | { readonly is: 'foreign'; readonly why: string }
  | { readonly is: 'broken'; readonly why: string }

const all = (element: XmlElement, name: string) => element.children.filter((child) => child.name === name)
const one = (element: XmlElement, name: string) => element.children.find((child) => child.name === name)
const attribute = (element: XmlElement, name: string) => element.attributes.get(name)?.trim() ?? ''
const textOf = (element: XmlElement | undefined) => element?.text.trim() ?? ''

const broken = (why: string): never => {
  throw new XmlBad(why)
}

function required(element: XmlElement, name: string): string {
  const value = attribute(element, name)
  return value === '' ? broken(`${element.name} without ${name}`) : value
}

function whole(text: string, what: string): number {
  return /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : broken(`${what} is no number`)
}

/** A group of a bureau's block is one of several elements; a name nobody knows in its place makes it unclear. */
const known: ReadonlyMap<string, 'contracts' | 'ban' | 'applications'> = new Map(
  Object.entries({
    ОбязательствНет: 'contracts',
    Обязательства: 'contracts',
    СведенийОЗапретеНет: 'ban',
    СведенияОЗапретеНеПредоставляются: 'ban',
    УсловияЗапрета: 'ban',
    СведенийДляПредупрежденияНет: 'applications',
    СведенияДляПредупрежденияНеПредоставляются: 'applications',
    СведенияДляПредупреждения: 'applications',
  } as const),
)

const listed = <T>(items: readonly T[]): Group<T> => ({ state: 'listed', items })

function contractOf(line: XmlElement, source: string, remarks: Set<string>): RegistryContract {
  const payment = one(line, 'СреднемесячныйПлатеж') ?? broken('Договор without СреднемесячныйПлатеж')
  const uid = readUid(required(line, 'УИД'), remarks)
  const roubles = readAmount(textOf(payment))
  if (roubles === null) remarks.add('paymentUnknown')
  const cost = textOf(one(line, 'ПСК'))
  const closed = one(line, 'ДатаПрекращения')
  return {
    uid,
    source,
    reportedOn: readDay(required(line, 'Представлено')),
    monthly: roubles,
    currency: required(payment, 'Валюта'),
    countedOn: readDay(required(payment, 'ДатаРасчета')),
    fullCost: readCost(cost),
    closedOn: closed ? readDay(textOf(closed)) : null,
  }
}

function contractsOf(group: XmlElement | undefined, remarks: Set<string>): Group<RegistryContract> {
  if (!group) return { state: 'notAsked' }
  if (group.name === 'ОбязательствНет') return { state: 'none' }
  const lines = all(group, 'БКИ').flatMap((source) =>
    all(source, 'Договор').map((line) => contractOf(line, required(source, 'ОГРН'), remarks)),
  )
  return listed(lines)
}

function banOf(group: XmlElement | undefined, remarks: Set<string>): Group<RegistryBan> {
  if (!group) return { state: 'unclear' }
  if (group.name === 'СведенийОЗапретеНет') return { state: 'none' }
  if (group.name === 'СведенияОЗапретеНеПредоставляются') return { state: 'withheld' }
  const conditions = all(group, 'Условие')
  if (conditions.length === 0 || conditions.some((condition) => !/^[0-5]$/.test(textOf(condition)))) {
    remarks.add('banUnclear')
    // What is understood counts: a ban among it is a ban.
    const understood = conditions.filter((condition) => /^[135]$/.test(textOf(condition)))
    return understood.length > 0 ? listed(understood.map(conditionOf)) : { state: 'unclear' }
  }
  return listed(conditions.map(conditionOf))
}

const conditionOf = (condition: XmlElement): RegistryBan => ({
  code: textOf(condition) as RegistryBan['code'],
  statedAt: readInstant(required(condition, 'ДатаЗаявления'), required(condition, 'ВремяЗаявления')),
  from: readDay(required(condition, 'НачалоДействия')),
})

function applicationOf(line: XmlElement, remarks: Set<string>): RegistryApplication {
  return {
    uid: readUid(required(line, 'УИД'), remarks),
    lender: textOf(one(line, 'КодИсточника')),
    stage: whole(textOf(one(line, 'СтадияРассмотрения')), 'СтадияРассмотрения'),
    at: readInstant(textOf(one(line, 'ДатаСтадии'))),
    amount: readAmount(textOf(one(line, 'СуммаЗайма'))),
    reasons: all(line, 'ПричинаОтказа').map((reason) => whole(textOf(reason), 'ПричинаОтказа')),
  }
}

function applicationsOf(group: XmlElement | undefined, remarks: Set<string>): Group<RegistryApplication> {
  if (!group) return { state: 'notAsked' }
  if (group.name === 'СведенийДляПредупрежденияНет') return { state: 'none' }
  if (group.name === 'СведенияДляПредупрежденияНеПредоставляются') return { state: 'withheld' }
  const lines = all(group, 'БКИ').flatMap((source) => all(source, 'ОбращениеОбязательство'))
  return listed(lines.map((line) => applicationOf(line, remarks)))
}

const nothing = { contracts: { state: 'none' }, ban: { state: 'none' }, applications: { state: 'none' } } as const
const silent = {
  contracts: { state: 'notAsked' },
  ban: { state: 'unclear' },
  applications: { state: 'notAsked' },
} as const

function partOf(block: XmlElement, kind: Expected['kind']): RegistryPart {
  const bureau = required(block, 'ОГРН')
  const asOf = readInstant(required(block, 'ПоСостояниюНа'))
  const failure = one(block, 'Ошибка')
  if (failure) {
    const failed = whole(required(failure, 'Код'), 'Код')
    return { bureau, asOf, outcome: { failed }, ...silent, remarks: [] }
  }
  if (one(block, 'СубъектНеНайден')) return { bureau, asOf, outcome: 'personUnknown', ...nothing, remarks: [] }
  const remarks = new Set<string>()
  const group = (name: string) => {
    const found = block.children.filter((child) => known.get(child.name) === name)
    return found.length > 1 ? broken(`two groups of ${name}`) : found[0]
  }
  const strange = block.children.some(({ name }) => !known.has(name))
  if (strange) remarks.add('groupUnknown')
  const ban = banOf(group('ban'), remarks)
  const contracts = contractsOf(group('contracts'), remarks)
  const missed = kind === '7' && contracts.state === 'notAsked'
  if (missed) remarks.add('contractsMissing')
  return {
    bureau,
    asOf,
    outcome: 'given',
    contracts: missed ? { state: 'unclear' } : contracts,
    ban: strange && ban.state === 'none' ? { state: 'unclear' } : ban,
    applications: applicationsOf(group('applications'), remarks),
    remarks: [...remarks].sort(),
  }
}

const sameName = (one: string, other: string) => plainName(one) === plainName(other)
const plainName = (name: string) => name.toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ').trim()

/** Whether the head of the answer names the person who was asked about. */
function isOfPerson(head: XmlElement | undefined, person: Expected['person']): boolean {
  if (!head) return false
  const named = all(head, 'ФИО').some(
    (names) =>
      sameName(textOf(one(names, 'Фамилия')), person.surname) && sameName(textOf(one(names, 'Имя')), person.name),
  )
  const document = all(head, 'ДокументЛичности').some(
    (paper) =>
      `${textOf(one(paper, 'Серия'))}${textOf(one(paper, 'Номер'))}`.replace(/\s/g, '') === person.passportNumber,
  )
  return named && document && readDay(textOf(one(head, 'ДатаРождения'))) === person.birthDate
}

function answerOf(root: XmlElement, expected: Expected): Read {
  if (required(root, 'ИдентификаторЗапроса') !== expected.questionId) return { is: 'foreign', why: 'question' }
  if (readDay(required(root, 'ДатаЗапроса')) !== expected.day) return { is: 'foreign', why: 'day' }
  const ours = all(root, 'Сведения').filter((block) => attribute(block, 'ПорядковыйНомер') === '1')
  const [block] = ours
  if (!block || ours.length > 1) return { is: 'broken', why: 'Сведения' }
  if (!isOfPerson(one(block, 'ТитульнаяЧасть'), expected.person)) return { is: 'foreign', why: 'person' }
  const blocks = all(block, 'КБКИ')
  if (blocks.length === 0) return { is: 'broken', why: 'no КБКИ' }
  return {
    is: 'answer',
    answerId: required(root, 'ИдентификаторОтвета'),
    parts: blocks.map((part) => partOf(part, expected.kind)),
  }
}

function receiptOf(root: XmlElement, expected: Expected): Read {
  const failure = one(root, 'Ошибка')
  if (failure) return { is: 'error', code: whole(required(failure, 'Код'), 'Код'), text: textOf(failure).slice(0, 500) }
  const ticket = one(root, 'ИдентификаторОтвета') ?? broken('Результат without a result')
  if (required(ticket, 'ИдентификаторЗапроса') !== expected.questionId) return { is: 'foreign', why: 'question' }
  if (readDay(required(ticket, 'ДатаЗапроса')) !== expected.day) return { is: 'foreign', why: 'day' }
  const answerId = textOf(ticket)
  if (answerId === '' || answerId.length > 255) return { is: 'broken', why: 'ИдентификаторОтвета' }
  const ready = attribute(ticket, 'ВремяГотовности')
  return { is: 'receipt', answerId, waitMs: ready === '' ? 0 : whole(ready, 'ВремяГотовности') }
}

/** Reads what a bureau signed. Every fault of it is an answer of its own: nothing is thrown for what strangers wrote. */
export function readAnswer(bytes: Uint8Array, expected: Expected): Read {
  try {
    const root = readXml(bytes, answerLimits)
    if (root.name !== 'ОтветНаЗапросСведений' && root.name !== 'Результат') return { is: 'broken', why: 'root' }
    if (attribute(root, 'Версия') !== '3.0') return { is: 'foreign', why: 'version' }
    if (attribute(root, 'ОГРН') !== expected.bureau) return { is: 'foreign', why: 'bureau' }
    return root.name === 'Результат' ? receiptOf(root, expected) : answerOf(root, expected)
  } catch (error) {
    if (error instanceof XmlBad) return { is: 'broken', why: error.message }
    throw error
  }
}

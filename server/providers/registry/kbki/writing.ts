import type { RegistryConsent, RegistryPerson, RegistryQuestion } from '../port.ts'

/** Who asks: as in the certificates. */
export interface Asker {
  readonly inn: string
  readonly ogrn: string
  readonly fullName: string
}

/** Whether XML 1.0 has no place for a character: controls, halves of pairs, two that are none. */
function forbidden(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  const control = code < 0x20 && character !== '\t' && character !== '\n' && character !== '\r'
  return control || (code >= 0xd800 && code <= 0xdfff) || code === 0xfffe || code === 0xffff
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

function escaped(text: string): string {
  if ([...text].some(forbidden)) throw new RangeError('a value has a character XML cannot carry')
  return text.replace(/[&<>"\t\n\r]/g, (character) => entities[character] ?? character)
}

type Child = Markup | string | null | undefined

/** XML that was made here, so that text is never taken for it. */
class Markup {
  readonly xml: string
  constructor(xml: string) {
    this.xml = xml
  }
}

/** One element; a null child and an undefined attribute are left out. */
function element(name: string, attributes: Readonly<Record<string, string | undefined>>, ...children: Child[]): Markup {
  const given = Object.entries(attributes).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const head = given.map(([key, value]) => ` ${key}="${escaped(value)}"`).join('')
  const inner = children
    .filter((child): child is Markup | string => child !== null && child !== undefined)
    .map((child) => (child instanceof Markup ? child.xml : escaped(child)))
    .join('')
  return new Markup(inner === '' ? `<${name}${head}/>` : `<${name}${head}>${inner}</${name}>`)
}

const text = (name: string, value: string): Markup => element(name, {}, value)
const maybe = (name: string, value: string | undefined): Markup | null => (value ? text(name, value) : null)

/** The pattern of a full name takes capitals of the Russian alphabet, digits and these signs; guillemets become quotes. */
const nameShape = /^[А-ЯЁ0-9:;,/".()\\!-]+(?: [А-ЯЁ0-9:;,/".()\\!-]+)*$/

/** The lender's name as a bureau takes it. Throws RangeError naming what does not fit. */
export function bureauName(fullName: string): string {
  const name = fullName
    .replace(/[«»„“”]/g, '"')
    .replace(/[–—−]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .toUpperCase()
  if (name.length > 2000 || !nameShape.test(name))
    throw new RangeError(
      'legal.fullName has a letter or a sign that credit bureaus do not take: Russian letters and digits',
    )
  return name
}

function person(given: RegistryPerson): Markup {
  const names = (surname: string) =>
    element('ФИО', {}, text('Фамилия', surname), text('Имя', given.name), maybe('Отчество', given.patronymic))
  return element(
    'Субъект',
    {},
    names(given.surname),
    given.formerSurname ? names(given.formerSurname) : null,
    text('ДатаРождения', given.birthDate),
    element(
      'ДокументЛичности',
      { КодДУЛ: '21' },
      text('Серия', given.passportNumber.slice(0, 4)),
      text('Номер', given.passportNumber.slice(4)),
      text('ДатаВыдачи', given.passportIssuedOn),
      text('Гражданство', '643'),
    ),
    given.inn ? element('ИНН', { ПризнакПроверки: given.innChecked ? '1' : '0' }, given.inn) : null,
    maybe('СНИЛС', given.snils?.replace(/\D/g, '')),
  )
}

const numbers = ({ inn, ogrn }: Asker) => [text('ИНН', inn), text('ОГРН', ogrn)]

function consent(given: RegistryConsent, asker: Asker): Markup {
  return element(
    'Согласие',
    { ДатаВыдачи: given.givenOn, СрокДействия: given.term, ОбОтветственностиПредупрежден: '1' },
    element(
      'Выдано',
      {},
      element('ЮридическоеЛицо', {}, ...numbers(asker), text('ПолноеНаименование', bureauName(asker.fullName))),
    ),
    ...given.purposes.map((code) => element('Цель', { КодЦели: code })),
    given.contractOn ? element('Договор', { Дата: given.contractOn }) : null,
    text('ХэшКод', given.digest),
  )
}

/** What cannot be true though the schema holds, found before a bureau finds it. Throws RangeError naming the field. */
function checked({ person: who, consent: given, day, kind }: RegistryQuestion): void {
  const refuse = (why: string): never => {
    throw new RangeError(why)
  }
  const date = /^\d{4}-\d\d-\d\d$/
  for (const field of ['birthDate', 'passportIssuedOn'] as const)
    if (!date.test(who[field])) refuse(`${field} is to be a day`)
  if (!/^\d{10}$/.test(who.passportNumber)) refuse('passportNumber is to be ten digits')
  if (who.passportIssuedOn <= who.birthDate) refuse('passportIssuedOn is before the birth')
  if (who.passportIssuedOn > day) refuse('passportIssuedOn is after today')
  if (who.inn !== undefined && !/^\d{12}$/.test(who.inn)) refuse('inn is to be twelve digits')
  if (who.snils !== undefined && who.snils.replace(/\D/g, '').length !== 11) refuse('snils is to be eleven digits')
  if (kind === '6' && !who.innChecked) refuse('inn is to be checked before the ban alone is asked for')
  if (kind === '7' && !given) refuse('consent is to be there')
  if (!given) return
  if (given.givenOn > day) refuse('consent.givenOn is after today')
  if (day > lastDay(given)) refuse('consent.givenOn is too long ago')
  if (!/^[0-9a-f]{64}$/.test(given.digest)) refuse('consent.digest is to be 64 of 0-9a-f')
  if (given.term === '3' && !given.contractOn) refuse('consent.contractOn is to be there with this term')
  if (!given.purposes.includes('2')) refuse('consent.purposes has no microloan')
}

/** A consent of six months holds to the same day of the month, that day too. */
function lastDay({ givenOn, term }: RegistryConsent): string {
  if (term === '3') return '9999-12-31'
  const [year = 0, month = 1, day = 1] = givenOn.split('-').map(Number)
  const end = new Date(Date.UTC(year, month - 1 + (term === '1' ? 6 : 12), 1))
  const longest = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(day, longest))
  return end.toISOString().slice(0, 10)
}

/** A question by the schema of format 3.0, element by element in its order. Throws RangeError naming the field that cannot be sent. */
export function writeQuestion(question: RegistryQuestion, asker: Asker): Uint8Array {
  checked(question)
  const amount = `${Math.trunc(question.amount / 100)}.${String(question.amount % 100).padStart(2, '0')}`
  const markup = element(
    'ЗапросСведений',
    {
      Версия: '3.0',
      ИдентификаторЗапроса: question.id,
      ДатаЗапроса: question.day,
      ТипЗапроса: question.window ? '2' : '1',
      КодСведений: question.kind,
      РежимЗапроса: '1',
    },
    element('Абонент', {}, element('ЮридическоеЛицо', {}, ...numbers(asker))),
    element(
      'Запрос',
      { ПорядковыйНомер: '1' },
      element(
        'Источник',
        {},
        element(
          'ЮридическоеЛицо',
          { КодВидаПользователя: '3', ПризнакРегистрацииРФ: '1' },
          ...numbers(asker),
          text('ПолноеНаименование', bureauName(asker.fullName)),
        ),
      ),
      person(question.person),
      question.consent ? consent(question.consent, asker) : null,
      element('Цель', { КодЦели: '2' }),
      element('СуммаОбязательства', { Валюта: 'RUB' }, amount),
    ),
  )
  return new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>${markup.xml}`)
}

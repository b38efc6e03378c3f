/** A question as the stand-in understood it. */
export interface Asked {
  readonly id: string
  readonly day: string
  readonly window: boolean
  readonly kind: '6' | '7' | '8'
  readonly subscriber: string
  readonly passport: string
  readonly innChecked: boolean
  readonly consent: { readonly givenOn: string; readonly to: string } | null
  readonly source: string
  readonly bornOn: string
  readonly passportOn: string
  /** The person as named: given back in the head of the answer. */
  readonly head: string
}

interface Node {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Node[]
  text: string
  readonly from: number
  to: number
}

/** Thrown with the path of what the schema has no place for. */
export class SchemaFault extends Error {
  override name = 'SchemaFault'
}

const token = /<(\/?)([^\s<>/]+)((?:\s+[^\s=<>]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy
const pair = /\s([^\s=]+)="([^"]*)"/g
const plain = (text: string) =>
  text.replace(/&(?:lt|gt|quot|amp);/g, (entity) => ({ '&lt;': '<', '&gt;': '>', '&quot;': '"' })[entity] ?? '&')

/** Parses what our own client writes; anything else is a fault of the schema. Nothing of the client's reader or writer is used. */
function parse(xml: string): Node {
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>/, '')
  const root: Node = { name: '', attributes: {}, children: [], text: '', from: 0, to: 0 }
  const open = [root]
  let at = 0
  token.lastIndex = 0
  for (let found = token.exec(body); found; found = token.exec(body)) {
    const [all, closing, name = '', attributes = '', empty, text] = found
    const inside = open.at(-1) ?? root
    at = token.lastIndex
    if (text !== undefined) inside.text += plain(text)
    else if (closing) {
      if (inside.name !== name) throw new SchemaFault(name)
      inside.to = at
      open.pop()
    } else {
      const given = Object.fromEntries(
        [...attributes.matchAll(pair)].map(([, key, value]) => [key, plain(value ?? '')]),
      )
      const made: Node = { name, attributes: given, children: [], text: '', from: at - all.length, to: at }
      inside.children.push(made)
      if (!empty) open.push(made)
    }
  }
  const [only] = root.children
  if (at !== body.length || open.length !== 1 || !only || root.children.length !== 1) throw new SchemaFault('/')
  return only
}

type Times = '1' | '?' | '+'
/** An element's attributes (`?` at the end: may be absent) with their patterns, and its children in order. */
interface Shape {
  readonly text?: RegExp
  readonly attributes?: Readonly<Record<string, RegExp>>
  readonly children?: ReadonlyArray<readonly [string, Times, Shape]>
}

const day = /^\d{4}-\d\d-\d\d$/
const named = /^\S[^\n]{0,254}$/
const inn = { text: /^\d{10}$/ }
const ogrn = { text: /^\d{13}$/ }
const fullName = { text: /^(?=.{1,2000}$)[А-ЯЁ0-9:;,/".()\\!-]+( [А-ЯЁ0-9:;,/".()\\!-]+)*$/ }
const name = { text: named }
const purpose = /^(?:1|1\.1|[2-9]|1[0-9]|13\.1|14\.1|15\.1|2[0-9]|99)$/
const goal: Shape = { attributes: { КодЦели: purpose, 'Описание?': named } }

const subject: Shape = {
  children: [
    [
      'ФИО',
      '+',
      {
        children: [
          ['Фамилия', '1', name],
          ['Имя', '1', name],
          ['Отчество', '?', name],
        ],
      },
    ],
    ['ДатаРождения', '1', { text: day }],
    [
      'ДокументЛичности',
      '+',
      {
        attributes: { КодДУЛ: /^(?:2[1-8]|22\.[1-3]|3[12578]|39|999)$/ },
        children: [
          ['Серия', '?', { text: /^\S{1,32}$/ }],
          ['Номер', '1', { text: /^\S{1,32}$/ }],
          ['ДатаВыдачи', '1', { text: day }],
          ['Гражданство', '1', { text: /^\d{3}$/ }],
        ],
      },
    ],
    ['ИНН', '?', { text: /^\d{12}$/, attributes: { ПризнакПроверки: /^[01]$/ } }],
    ['ИнНомер', '?', name],
    ['СНИЛС', '?', { text: /^\d{11}$/ }],
  ],
}

const consent: Shape = {
  attributes: {
    ДатаВыдачи: day,
    СрокДействия: /^[123]$/,
    ОбОтветственностиПредупрежден: /^1$/,
    'ОснованиеПередачи?': /^[12]$/,
  },
  children: [
    [
      'Выдано',
      '1',
      {
        children: [
          [
            'ЮридическоеЛицо',
            '1',
            {
              children: [
                ['ИНН', '1', inn],
                ['ОГРН', '1', ogrn],
                ['ПолноеНаименование', '1', fullName],
              ],
            },
          ],
        ],
      },
    ],
    ['Цель', '+', goal],
    ['Договор', '?', { attributes: { Дата: day } }],
    ['ХэшКод', '?', { text: /^[0-9a-f]{64}$/ }],
  ],
}

const question: Shape = {
  attributes: {
    Версия: /^3\.0$/,
    ИдентификаторЗапроса: /^.{1,255}$/,
    ДатаЗапроса: day,
    ТипЗапроса: /^[12]$/,
    КодСведений: /^[678]$/,
    РежимЗапроса: /^[12]$/,
  },
  children: [
    [
      'Абонент',
      '1',
      {
        children: [
          [
            'ЮридическоеЛицо',
            '1',
            {
              children: [
                ['ИНН', '1', inn],
                ['ОГРН', '1', ogrn],
              ],
            },
          ],
        ],
      },
    ],
    [
      'Запрос',
      '+',
      {
        attributes: { ПорядковыйНомер: /^[1-9]\d*$/ },
        children: [
          [
            'Источник',
            '1',
            {
              children: [
                [
                  'ЮридическоеЛицо',
                  '1',
                  {
                    attributes: { КодВидаПользователя: /^(?:[1-9]|10|99)$/, ПризнакРегистрацииРФ: /^1$/ },
                    children: [
                      ['ИНН', '1', inn],
                      ['ОГРН', '1', ogrn],
                      ['ПолноеНаименование', '1', fullName],
                      ['СокращенноеНаименование', '?', fullName],
                      ['ИноеНаименование', '?', name],
                    ],
                  },
                ],
              ],
            },
          ],
          ['Субъект', '1', subject],
          ['Согласие', '?', consent],
          ['Цель', '+', goal],
          ['СуммаОбязательства', '?', { text: /^\d{1,15}(?:\.\d+)?$/, attributes: { Валюта: /^[A-Z]{3}$/ } }],
        ],
      },
    ],
  ],
}

function check(node: Node, shape: Shape, path: string): void {
  const attributes = shape.attributes ?? {}
  for (const [key, pattern] of Object.entries(attributes)) {
    const value = node.attributes[key.replace('?', '')]
    if (value === undefined ? !key.endsWith('?') : !pattern.test(value)) throw new SchemaFault(`${path}/@${key}`)
  }
  for (const key of Object.keys(node.attributes))
    if (!(key in attributes) && !(`${key}?` in attributes)) throw new SchemaFault(`${path}/@${key}`)
  if (shape.text ? !shape.text.test(node.text) : node.text.trim() !== '') throw new SchemaFault(path)
  const rest = [...node.children]
  for (const [child, times, inner] of shape.children ?? []) {
    let count = 0
    while (rest[0]?.name === child) {
      count += 1
      check(rest.shift() as Node, inner, `${path}/${child}`)
    }
    if ((times !== '?' && count === 0) || (times !== '+' && count > 1)) throw new SchemaFault(`${path}/${child}`)
  }
  if (rest[0]) throw new SchemaFault(`${path}/${rest[0].name}`)
}

function at(node: Node | undefined, ...path: string[]): Node | undefined {
  return path.reduce<Node | undefined>((inside, child) => inside?.children.find(({ name: n }) => n === child), node)
}

const words = (node: Node | undefined, ...path: string[]) => at(node, ...path)?.text ?? ''

/** Reads a question as a bureau would. Throws SchemaFault with the path of what is wrong; `blocks` persons in mode 1 are the caller's matter. */
export function readQuestion(xml: string): Asked & { readonly blocks: number; readonly mode: string } {
  const root = parse(xml)
  if (root.name !== 'ЗапросСведений') throw new SchemaFault(root.name)
  check(root, question, root.name)
  const blocks = root.children.filter(({ name: n }) => n === 'Запрос')
  const person = at(blocks[0], 'Субъект')
  const given = at(blocks[0], 'Согласие')
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>/, '')
  return {
    id: root.attributes.ИдентификаторЗапроса ?? '',
    day: root.attributes.ДатаЗапроса ?? '',
    window: root.attributes.ТипЗапроса === '2',
    kind: (root.attributes.КодСведений ?? '7') as Asked['kind'],
    mode: root.attributes.РежимЗапроса ?? '',
    blocks: blocks.length,
    subscriber: words(root, 'Абонент', 'ЮридическоеЛицо', 'ОГРН'),
    source: words(blocks[0], 'Источник', 'ЮридическоеЛицо', 'ОГРН'),
    passport: words(person, 'ДокументЛичности', 'Серия') + words(person, 'ДокументЛичности', 'Номер'),
    innChecked: at(person, 'ИНН')?.attributes.ПризнакПроверки === '1',
    consent: given
      ? { givenOn: given.attributes.ДатаВыдачи ?? '', to: words(given, 'Выдано', 'ЮридическоеЛицо', 'ОГРН') }
      : null,
    bornOn: words(person, 'ДатаРождения'),
    passportOn: words(person, 'ДокументЛичности', 'ДатаВыдачи'),
    head: person ? body.slice(person.from + '<Субъект>'.length, person.to - '</Субъект>'.length) : '',
  }
}

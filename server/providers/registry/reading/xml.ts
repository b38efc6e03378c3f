import { type SaxesAttributeNS, SaxesParser, type SaxesTagPlain } from 'saxes'

export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
  readonly text: string
}

export interface XmlLimits {
  readonly depth: number
  readonly elements: number
  /** Of one element. */
  readonly attributes: number
  /** Characters of one text or value. */
  readonly text: number
}

export const answerLimits: XmlLimits = { depth: 16, elements: 100_000, attributes: 16, text: 4096 }

/** What is not XML as this program reads it; its message names no value. */
export class XmlBad extends Error {
  override name = 'XmlBad'
}

interface Growing {
  readonly name: string
  readonly attributes: Map<string, string>
  readonly children: Growing[]
  text: string
}

const bad = (why: string): never => {
  throw new XmlBad(why)
}

/** Only what needs no table is looked for before parsing: saxes would have to be told of each attribute as it comes. */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return bad('not UTF-8')
  }
}

/**
 * Reads one document of strangers: UTF-8 only, no doctype (and so no entities of its own), no processing instructions, no namespaces, bounded in depth, number and size.
 * Throws XmlBad.
 */
export function readXml(bytes: Uint8Array, limits: XmlLimits): XmlElement {
  const parser = new SaxesParser({ xmlns: false, position: false })
  const open: Growing[] = []
  let root: Growing | undefined
  let elements = 0
  let attributes = 0
  const shortEnough = (text: string) => (text.length > limits.text ? bad('a text is too long') : text)
  const plain = (name: string) => (name.includes(':') ? bad('a name has a prefix') : name)
  parser.on('error', () => bad('not well formed'))
  parser.on('doctype', () => bad('a doctype'))
  parser.on('processinginstruction', () => bad('a processing instruction'))
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && encoding.toLowerCase() !== 'utf-8') bad('another encoding')
  })
  parser.on('attribute', ({ name, value }: Pick<SaxesAttributeNS, 'name' | 'value'>) => {
    attributes += 1
    if (attributes > limits.attributes) bad('too many attributes')
    plain(name)
    shortEnough(value)
  })
  parser.on('opentagstart', () => {
    attributes = 0
    elements += 1
    if (elements > limits.elements) bad('too many elements')
    if (open.length >= limits.depth) bad('too deep')
  })
  parser.on('opentag', ({ name, attributes: given }: SaxesTagPlain) => {
    const made: Growing = { name: plain(name), attributes: new Map(Object.entries(given)), children: [], text: '' }
    const parent = open.at(-1)
    if (parent) parent.children.push(made)
    else root = made
    open.push(made)
  })
  const take = (text: string) => {
    const inside = open.at(-1)
    if (inside) inside.text = shortEnough(inside.text + text)
  }
  parser.on('text', take)
  parser.on('cdata', take)
  parser.on('closetag', () => void open.pop())
  parser.write(decoded(bytes)).close()
  return root ?? bad('no element')
}

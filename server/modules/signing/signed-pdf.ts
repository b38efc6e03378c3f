import { canonicalJson } from '#server/platform/canonical.ts'
import { readSignedRecord, type SignedRecord } from './record.ts'

// A signed document is the signed bytes, untouched, and behind them an incremental update (ISO 32000-1, 7.5.6) that attaches
// the record as a file. Readers show the same pages and list the attachment; whoever cuts the update off has the signed bytes.

const marker = '\n% zayavka signature record\n'
const attachmentName = 'signature.json'

const text = (pdf: Buffer) => pdf.toString('latin1')

interface Structure {
  readonly size: number
  readonly root: number
  readonly info: string
  readonly id: string
  readonly startxref: string
  readonly catalog: string
}

/** The parts of a document made by this server's own press that an update continues. */
function structureOf(pdf: Buffer): Structure {
  const all = text(pdf)
  const trailer = all.slice(all.lastIndexOf('trailer'))
  const found = (pattern: RegExp) => {
    const value = pattern.exec(trailer)?.[1]
    if (value === undefined) throw new Error(`the PDF has no ${pattern.source}`)
    return value
  }
  const root = Number(found(/\/Root (\d+) 0 R/))
  const start = all.indexOf(`\n${root} 0 obj\n<<`)
  const catalog = all.slice(start + `\n${root} 0 obj\n<<`.length, all.indexOf('>>\nendobj', start))
  return {
    size: Number(found(/\/Size (\d+)/)),
    root,
    info: found(/\/Info (\d+ 0 R)/),
    id: found(/\/ID (\[[^[\]]*\])/),
    startxref: found(/startxref\s+(\d+)/),
    catalog,
  }
}

/** The document with its signature's record attached. The same bytes for the same record. */
export function attachRecord(pdf: Buffer, signed: SignedRecord): Buffer {
  const { size, root, info, id, startxref, catalog } = structureOf(pdf)
  const json = Buffer.from(canonicalJson(signed), 'utf8')
  const [file, spec] = [size, size + 1]
  const parts: Buffer[] = [Buffer.from(marker, 'latin1')]
  const offsets = new Map<number, number>()
  let at = pdf.length + marker.length
  const add = (number: number, body: Buffer) => {
    const object = Buffer.concat([Buffer.from(`${number} 0 obj\n`), body, Buffer.from('\nendobj\n')])
    offsets.set(number, at)
    at += object.length
    parts.push(object)
  }
  const attached = `/AF [${spec} 0 R] /Names << /EmbeddedFiles << /Names [(${attachmentName}) ${spec} 0 R] >> >>`
  add(root, Buffer.from(`<<${catalog.replace(/\/Names \d+ 0 R/, '')}${attached}\n>>`, 'latin1'))
  add(
    file,
    Buffer.concat([
      Buffer.from(`<< /Type /EmbeddedFile /Subtype /application#2Fjson /Length ${json.length} >>\nstream\n`),
      json,
      Buffer.from('\nendstream'),
    ]),
  )
  const names = `/F (${attachmentName}) /UF (${attachmentName}) /AFRelationship /Supplement`
  add(spec, Buffer.from(`<< /Type /Filespec ${names} /EF << /F ${file} 0 R >> >>`))
  const entry = (number: number) => `${String(offsets.get(number)).padStart(10, '0')} 00000 n \n`
  const tail = [
    `xref\n${root} 1\n${entry(root)}${file} 2\n${entry(file)}${entry(spec)}`,
    `trailer\n<< /Size ${size + 2} /Root ${root} 0 R /Info ${info} /ID ${id} /Prev ${startxref} >>\n`,
    `startxref\n${at}\n%%EOF\n`,
  ]
  return Buffer.concat([pdf, ...parts, Buffer.from(tail.join(''))])
}

/**
 * Takes a signed document apart: the signed bytes and the record. Null where there is no record, or where anything but the
 * record stands behind the signed bytes: a later update could change what a reader shows.
 */
export function detachRecord(file: Buffer): { readonly pdf: Buffer; readonly signed: SignedRecord } | null {
  const at = file.lastIndexOf(marker, undefined, 'latin1')
  if (at < 0) return null
  const pdf = file.subarray(0, at)
  const tail = file.subarray(at)
  const start = tail.indexOf('\nstream\n')
  const end = tail.lastIndexOf('\nendstream')
  const signed = start < 0 ? null : readSignedRecord(tail.subarray(start + 8, end).toString('utf8'))
  if (!signed) return null
  try {
    return attachRecord(pdf, signed).equals(file) ? { pdf, signed } : null
  } catch {
    return null
  }
}

import { pick, type Random } from '../steps/values.ts'

/** What an attacker knows: uploads and a request of their own, and somebody else's upload. */
export interface Known {
  readonly own: string
  readonly other: string
  readonly request: string
  /** Bytes of the other's upload that are there. */
  readonly sent: number
}

/** A request of the upload protocol as nobody's browser writes it. */
export interface OddUpload {
  readonly method: string
  readonly path: string
  readonly headers: readonly string[]
  readonly body?: string
}

const encoded = (text: string) => Buffer.from(text).toString('base64')

const oddId = (random: Random, { own, other }: Known): string =>
  pick(random, [
    own,
    own,
    crypto.randomUUID(),
    other,
    own.toUpperCase(),
    `${own}\0`,
    `${own}/`,
    `${own}.json`,
    ` ${own}`,
    `../${own}`,
    '../../evil',
    'evil',
    '',
    '.',
    'ё'.repeat(8),
    'x'.repeat(300),
    '__proto__',
  ])

const writings: readonly ((text: string) => string)[] = [
  (text) => encoded(text).replace(/=+$/, ''),
  (text) => `${encoded(text)}=`,
  (text) => Buffer.from(text).toString('base64url'),
  (text) => `${encoded(text).slice(0, 8)} ${encoded(text).slice(8)}`,
  (text) => `${encoded(text)}\t`,
  (text) => encodeURIComponent(text),
]

/** A value of `Upload-Metadata`: right in most of its parts. */
export function oddMetadata(random: Random, known: Known): string {
  const pairs: [string, string][] = [
    ['id', random() < 0.4 ? oddId(random, known) : crypto.randomUUID()],
    ['request', known.request],
    ['step', random() < 0.8 ? '28' : pick(random, ['29', '028', '28.0', '2.8e1', '0x1c', '28 '])],
  ]
  if (random() < 0.35) {
    const name = pick(random, [
      'id',
      'ID',
      'id\t',
      '\tid',
      'filename',
      '__proto__',
      'constructor',
      'request',
      'id,id',
      '',
    ])
    pairs.splice(Math.floor(random() * 4), 0, [name, oddId(random, known)])
  }
  if (random() < 0.2) pairs.reverse()
  const between = () => (random() < 0.92 ? ' ' : pick(random, ['  ', '\t', '=', '', ' \t', '\xa0']))
  const written = pairs.map(
    ([name, value]) => `${name}${between()}${(random() < 0.9 ? encoded : pick(random, writings))(value)}`,
  )
  return written.join(
    random() < 0.8 ? ',' : pick(random, [', ', ' ,', ',,', '\t,', ';', ',\r\n ', '\r\nUpload-Metadata: ']),
  )
}

const lengths = [
  '10',
  '10',
  '10',
  '10',
  '+10',
  '1e1',
  '0x0a',
  '010',
  '10.0',
  '-1',
  '0',
  '10, 20',
  '9'.repeat(30),
  '',
  'NaN',
]

const more = [
  'Upload-Defer-Length: 1',
  'Upload-Concat: partial',
  'Upload-Concat: final;/service/uploads/a /service/uploads/b',
  'Upload-Offset: 0',
  'Upload-Checksum: sha1 AAAA',
  'Content-Type: application/offset+octet-stream',
  'X-HTTP-Method-Override: DELETE',
  'X-HTTP-Method-Override: PATCH',
  'X-Forwarded-Proto: https',
  'Forwarded: host=evil.example;proto=https',
]

const endings = [
  '',
  '',
  '?',
  '?x=1',
  '/',
  '//',
  '#a',
  '.',
  '.json',
  '%00',
  '%2f',
  '%20',
  ';x=1',
  '/..',
  '/.',
  '%',
  '\\',
  '%ff',
]

const oddPath = (random: Random, { own, other }: Known): string => {
  const joined = pick(random, [
    '?/',
    '?',
    '/',
    '/../',
    '%2f',
    '#/',
    '?x=/',
    '//',
    '%2f..%2f',
    '\\',
    '%5c',
    ';/',
    '%3f/',
  ])
  const first = pick(random, [
    own,
    own,
    own,
    own.toUpperCase(),
    encodeURIComponent(own),
    `%${own.charCodeAt(0).toString(16)}${own.slice(1)}`,
  ])
  const base = pick(random, [
    '/service/uploads/',
    '/service/uploads/',
    '/service//uploads/',
    '/SERVICE/uploads/',
    'http://evil.example/service/uploads/',
    '/service/./uploads/',
    '/service/uploads/../uploads/',
  ])
  return random() < 0.6
    ? `${base}${first}${joined}${pick(random, [other, other, 'evil', '../../evil', other.toUpperCase()])}`
    : `${base}${pick(random, [first, first, 'evil', '..', '.', ''])}${pick(random, endings)}`
}

/** One odd request; a third of them are announcements. */
export function oddUpload(random: Random, known: Known): OddUpload {
  const extra = random() < 0.25 ? [pick(random, more)] : []
  if (random() < 0.35) {
    const path =
      random() < 0.8
        ? '/service/uploads'
        : pick(random, [
            '/service/uploads?/evil',
            '/service/uploads/',
            `/service/uploads?/${known.other}`,
            '/service/uploads#x',
          ])
    const length = random() < 0.7 ? '10' : pick(random, lengths)
    return {
      method: 'POST',
      path,
      headers: [`Upload-Length: ${length}`, `Upload-Metadata: ${oddMetadata(random, known)}`, ...extra],
      ...(extra.some((header) => header.startsWith('Content-Type')) && { body: 'EVILBYTES!' }),
    }
  }
  const method = pick(random, ['PATCH', 'PATCH', 'PATCH', 'HEAD', 'DELETE', 'POST', 'GET'])
  const type =
    random() < 0.9
      ? 'application/offset+octet-stream'
      : pick(random, ['application/json', 'application/offset+octet-stream; x=y'])
  const offset =
    random() < 0.9
      ? pick(random, ['0', String(known.sent)])
      : pick(random, ['00', '0x0', '1e0', '-0', '', '9'.repeat(20)])
  const sending = method === 'PATCH' ? [`Content-Type: ${type}`, `Upload-Offset: ${offset}`] : []
  return {
    method,
    path: oddPath(random, known),
    headers: [...sending, ...extra],
    ...(method === 'PATCH' && { body: 'EVILBYTES!' }),
  }
}

import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Evidence } from './service.ts'
import type { EvidenceRow } from './store.ts'

/** `bytes=a-b` of RFC 9110 14.1.2, one range only; null: the whole; false: cannot be satisfied. */
export function rangeOf(header: string | undefined, size: number): { start: number; end: number } | null | false {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!found || (found[1] === '' && found[2] === '')) return null
  const [, from = '', to = ''] = found
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size : Math.min(size, Number(to) + 1)
  return start < end && start < size ? { start, end } : false
}

const extension: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'application/pdf': 'pdf',
}

/** What is held of a file for whoever reads it, in bytes. */
const pieceSize = 256 * 1024

/** The file a piece at a time: who reads slowly holds a piece, not a video. */
async function* pieces(evidence: Evidence, row: EvidenceRow, start: number, end: number) {
  for (let at = start; at < end; at += pieceSize) yield await evidence.read(row, at, Math.min(end, at + pieceSize))
}

/** Sends a stored file so that no browser takes it for a page, and nobody keeps a copy. */
export async function serve(evidence: Evidence, row: EvidenceRow, http: FastifyRequest, reply: FastifyReply) {
  const size = row.stored_size ?? 0
  const range = rangeOf(http.headers.range, size)
  const type = row.type ?? 'application/octet-stream'
  reply.headers({
    'content-type': type,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'content-disposition': `${type === 'application/pdf' ? 'attachment' : 'inline'}; filename="evidence.${extension[type] ?? 'bin'}"`,
    'cache-control': 'no-store',
    'accept-ranges': 'bytes',
  })
  if (range === false) {
    await reply.code(416).header('content-range', `bytes */${size}`).send()
    return
  }
  const { start, end } = range ?? { start: 0, end: size }
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${size}`)
  // Opened before anything is answered: a file that cannot be is an error like any other.
  const first = await evidence.read(row, start, Math.min(end, start + pieceSize))
  reply.header('content-length', end - start)
  async function* bytes() {
    yield first
    yield* pieces(evidence, row, start + first.length, end)
  }
  await reply.send(Readable.from(bytes(), { objectMode: false, highWaterMark: 1 }))
}

import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import { ReadableStream } from 'node:stream/web'
import { Metadata, Server } from '@tus/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ClientActor, mayReach } from '#server/http/actors.ts'
import type { Doorkeepers } from '#server/http/router.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type Authorised, AuthorisedFile } from './authorised-file.ts'
import { hasVanished, isUploadId } from './receiving.ts'
import type { Announcement, Evidence } from './service.ts'
import type { EvidenceRow } from './store.ts'

const path = '/service/uploads'
const sweepMs = 3600_000
const wholeNumber = /^(0|[1-9]\d{0,14})$/

/** What of a request the protocol is told; whatever else comes with it is nobody's business. */
const told = ['tus-resumable', 'content-type', 'content-length', 'upload-offset'] as const
/** What it says in return; the rest of our answers' headers are the same everywhere. */
const answered = ['tus-resumable', 'upload-offset', 'upload-length', 'location'] as const
/** Extensions of tus that speak of other uploads, or of this one in another way. */
const spoken = new Set(['upload-length', 'upload-metadata', 'upload-offset'])

/** `Upload-Metadata` as the protocol's own library reads it. */
function metadataOf(header: unknown): Readonly<Record<string, string | null | undefined>> {
  try {
    return typeof header === 'string' ? Metadata.parse(header) : {}
  } catch {
    throw fail('bad_request')
  }
}

function numberOf(text: unknown): number {
  if (typeof text !== 'string' || !wholeNumber.test(text)) throw fail('bad_request')
  return Number(text)
}

function announcementOf({ headers }: FastifyRequest): Announcement {
  const { id, request, step, digits } = metadataOf(headers['upload-metadata'])
  if (!id || !request || !isUploadId(id) || !isUploadId(request)) throw fail('bad_request')
  const size = numberOf(headers['upload-length'])
  return { id, requestId: request, step: numberOf(step), size, digitsId: digits || undefined }
}

/** An address as it is written in the answer to the announcement, letter for letter, and headers of the protocol's core. */
function plain({ raw }: FastifyRequest, address: string): void {
  if (raw.url !== address) throw fail('not_found')
  const names = Object.keys(raw.headers).filter((name) => name.startsWith('upload-'))
  if (names.some((name) => !spoken.has(name))) throw fail('bad_request')
}

/** What comes on a connection; where it breaks off, what came is all there is. */
async function* arriving(raw: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of raw.iterator({ destroyOnReturn: false })) yield chunk as Uint8Array
  } catch {
    // The person is in a tunnel. They come back for the rest.
  }
}

/**
 * Resumable uploads by tus 1.0 (https://tus.io/protocols/resumable-upload). The client names the upload, so that an
 * announcement whose answer was lost can be made again; nobody but its owner can ask for, continue or end it. The protocol's
 * library never sees the request itself: it gets one written anew from what was checked here, and files through the upload that was authorised.
 */
export function registerUploads(
  app: FastifyInstance,
  doorkeepers: Doorkeepers,
  evidence: Evidence,
  platform: Platform,
) {
  const { config, limits, log } = platform
  const { origin } = new URL(config.publicUrl)
  const authorised = new AsyncLocalStorage<Authorised>()
  const datastore = new AuthorisedFile(authorised, evidence.receiving, evidence.isReceiving)
  const idOf = () => authorised.getStore()?.row.id ?? ''
  const tus = new Server({
    path,
    datastore,
    relativeLocation: true,
    allowedOrigins: [origin],
    namingFunction: idOf,
    getFileIdFromRequest: idOf,
  })

  /** Who calls, within the limit of the route: before anything else is looked at. */
  async function ownerOf(request: FastifyRequest): Promise<ClientActor> {
    const actor = await doorkeepers.client(request, { capture: true })
    if (!actor) throw fail('not_signed_in')
    await limits.take(request.routeOptions.config.limit ?? 'uploadPart', { account: actor.id })
    return actor
  }

  /** A request of the protocol about this upload. */
  function about({ raw, method }: FastifyRequest, row: EvidenceRow): Request {
    const headers = new Headers()
    for (const name of told) if (typeof raw.headers[name] === 'string') headers.set(name, raw.headers[name])
    if (method === 'POST') headers.set('upload-length', String(row.size))
    if (method !== 'PATCH') headers.delete('content-type')
    const body = method === 'PATCH' ? ReadableStream.from(arriving(raw)) : null
    const address = method === 'POST' ? path : `${path}/${row.id}`
    const init: RequestInit & { duplex: 'half' } = {
      method,
      headers,
      body: body as unknown as BodyInit | null,
      duplex: 'half',
    }
    return new Request(`${origin}${address}`, init)
  }

  async function hand(request: FastifyRequest, reply: FastifyReply, row: EvidenceRow): Promise<FastifyReply> {
    const held: Authorised = { row }
    const answer = await authorised.run(held, () => tus.handleWeb(about(request, row)))
    if (held.broken) throw held.broken
    for (const name of answered) {
      const value = answer.headers.get(name)
      if (value !== null) reply.header(name, value)
    }
    // What was not read of the body would be taken for the next request.
    if (request.method === 'PATCH' && !request.raw.complete) reply.header('connection', 'close')
    return reply
      .code(answer.status)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send(await answer.text())
  }

  // The folder is this server's own: whichever server sweeps the rows, nobody else sweeps it.
  const sweep = () =>
    void evidence.sweepReceived().catch((error: unknown) => log.error({ err: error }, 'uploads not swept'))
  const sweeping = setInterval(sweep, sweepMs).unref()
  app.addHook('onListen', async () => sweep())
  app.addHook('onClose', async () => clearInterval(sweeping))

  // The bytes stay on the connection for the protocol to read.
  app.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null))

  app.post(path, { config: { limit: 'uploadStart', lane: 'long' } }, async (request, reply) => {
    const actor = await ownerOf(request)
    plain(request, path)
    const announced = announcementOf(request)
    if (!mayReach(actor, announced.requestId)) throw fail('not_found')
    return hand(request, reply, await evidence.announce(actor.id, announced))
  })

  /** The upload an address names, of who asks. */
  async function named(request: FastifyRequest<{ Params: { id: string } }>): Promise<[ClientActor, EvidenceRow]> {
    const actor = await ownerOf(request)
    if (!isUploadId(request.params.id)) throw fail('not_found')
    plain(request, `${path}/${request.params.id}`)
    return [actor, await evidence.owned(actor, request.params.id)]
  }

  app.route<{ Params: { id: string } }>({
    method: ['HEAD', 'PATCH'],
    url: `${path}/:id`,
    config: { limit: 'uploadPart', lane: 'long' },
    handler: async (request, reply) => {
      let [, row] = await named(request)
      if (row.state === 'receiving') {
        try {
          return await hand(request, reply, row)
        } catch (error) {
          if (!hasVanished(error)) throw error
          ;[, row] = await named(request)
          if (row.state === 'receiving') throw error
        }
      }
      if (request.method === 'PATCH') throw fail('state_conflict')
      const size = String(row.size)
      return reply.headers({ 'tus-resumable': '1.0.0', 'upload-offset': size, 'upload-length': size }).send()
    },
  })

  app.delete<{ Params: { id: string } }>(
    `${path}/:id`,
    { config: { limit: 'uploadPart', lane: 'long' } },
    async (request, reply) => {
      const [actor, row] = await named(request)
      await evidence.cancel(actor, row.id)
      return reply.code(204).header('tus-resumable', '1.0.0').send()
    },
  )
}

import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { FileStore } from '@tus/file-store'
import { Server, Upload } from '@tus/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ClientActor, mayReach } from '#server/http/actors.ts'
import type { Doorkeepers } from '#server/http/router.ts'
import { fail } from '#server/platform/failure.ts'
import type { Announcement, Evidence } from './service.ts'

const path = '/service/uploads'
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** `Upload-Metadata` of tus: names with Base64 values. */
function metadataOf(header: unknown): Readonly<Record<string, string>> {
  if (typeof header !== 'string') return {}
  const pairs = header.split(',').map((pair) => pair.trim().split(' '))
  return Object.fromEntries(
    pairs.map(([name = '', value = '']) => [name, Buffer.from(value, 'base64').toString('utf8')]),
  )
}

function announcementOf({ headers }: FastifyRequest): Announcement {
  const { id = '', request = '', step, digits } = metadataOf(headers['upload-metadata'])
  const size = Number(headers['upload-length'])
  if (!uuid.test(id) || !uuid.test(request) || !Number.isSafeInteger(size)) throw fail('bad_request')
  return { id, requestId: request, step: Number(step), size, digitsId: digits || undefined }
}

/**
 * Resumable uploads by tus 1.0 (https://tus.io/protocols/resumable-upload). The client names the upload, so that an
 * announcement whose answer was lost can be made again; nobody but its owner can ask for, continue or end it.
 */
export function registerUploads(app: FastifyInstance, doorkeepers: Doorkeepers, evidence: Evidence, origin: string) {
  const directory = evidence.receivingFolder
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const datastore = new FileStore({ directory })
  const create = datastore.create.bind(datastore)
  datastore.create = async (upload) => (existsSync(join(directory, upload.id)) ? upload : create(upload))
  const tus = new Server({
    path,
    datastore,
    relativeLocation: true,
    allowedOrigins: [origin],
    namingFunction: (_request, metadata) => metadata?.id ?? '',
  })

  async function ownerOf(request: FastifyRequest): Promise<ClientActor> {
    const actor = await doorkeepers.client(request, { capture: true })
    if (!actor) throw fail('not_signed_in')
    return actor
  }

  /** The rest is the protocol's: it writes to the connection itself. */
  async function hand(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    reply.raw.setHeader('cache-control', 'no-store')
    await tus.handle(request.raw, reply.raw)
  }

  // The bytes stay on the connection for the protocol to read.
  app.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null))

  app.post(path, async (request, reply) => {
    const actor = await ownerOf(request)
    const announced = announcementOf(request)
    if (!mayReach(actor, announced.requestId)) throw fail('not_found')
    await evidence.announce(actor.id, announced)
    await hand(request, reply)
  })

  app.route<{ Params: { id: string } }>({
    method: ['HEAD', 'PATCH'],
    url: `${path}/:id`,
    handler: async (request, reply) => {
      const actor = await ownerOf(request)
      const row = await evidence.owned(actor, request.params.id)
      if (row.state === 'receiving') {
        // Begun on another server, whose folder is not ours: here it starts over. Balancers keep an upload on one server.
        if (!existsSync(join(directory, row.id))) await create(new Upload({ id: row.id, size: row.size, offset: 0 }))
        return hand(request, reply)
      }
      if (request.method === 'PATCH') throw fail('state_conflict')
      const size = String(row.size)
      return reply.headers({ 'tus-resumable': '1.0.0', 'upload-offset': size, 'upload-length': size }).send()
    },
  })

  app.delete<{ Params: { id: string } }>(`${path}/:id`, async (request, reply) => {
    const actor = await ownerOf(request)
    await evidence.cancel(actor, request.params.id)
    return reply.code(204).header('tus-resumable', '1.0.0').send()
  })
}

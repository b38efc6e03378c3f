import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Evidence } from './service.ts'
import { serve } from './serving.ts'
import type { EvidenceRow } from './store.ts'

const size = 40 * 1024 * 1024
const row = { id: 'x', type: 'video/mp4', stored_size: size } as EvidenceRow
const byteAt = (at: number) => at % 251

describe('serving a file', () => {
  let app: FastifyInstance
  let port: number
  let opened = 0
  let broken = false

  const evidence = {
    async read(_row: EvidenceRow, start: number, end: number) {
      if (broken) throw new Error('the store is away')
      opened += end - start
      return Buffer.from(Uint8Array.from({ length: end - start }, (_, at) => byteAt(start + at)))
    },
  } as unknown as Evidence

  before(async () => {
    app = Fastify()
    app.get('/file', async (http, reply) => {
      await serve(evidence, row, http, reply)
      return reply
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    port = (app.server.address() as { port: number }).port
  })
  after(() => app.close())

  test('N2: who does not read a video has little of it opened', async () => {
    const socket = connect(port, '127.0.0.1').pause()
    socket.write('GET /file HTTP/1.1\r\nHost: x\r\n\r\n')
    let before = -1
    while (opened !== before || opened === 0) {
      before = opened
      await pause(300)
    }
    socket.destroy()
    // What the system's own buffers of a connection take, and a piece.
    assert.ok(opened < size / 2, `${opened} bytes were opened`)
  })

  test('a part across pieces, byte by byte', async () => {
    const [start, end] = [200_000, 1_300_001]
    const answer = await fetch(`http://127.0.0.1:${port}/file`, { headers: { range: `bytes=${start}-${end}` } })
    const bytes = Buffer.from(await answer.arrayBuffer())
    assert.deepEqual([answer.status, answer.headers.get('content-length')], [206, String(bytes.length)])
    assert.equal(bytes.length, end - start + 1)
    assert.ok(bytes.every((byte, at) => byte === byteAt(start + at)))
  })

  test('a file that cannot be opened is an error, not the beginning of an answer', async () => {
    broken = true
    const answer = await fetch(`http://127.0.0.1:${port}/file`)
    broken = false
    assert.equal(answer.status, 500)
  })
})

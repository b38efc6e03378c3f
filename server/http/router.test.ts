import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { publishedDocuments } from '#contract/calls/documents.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { createRouter } from './router.ts'
import { openServer } from './server.ts'

onBothDatabases('an answer that is a stream', (open) => {
  test('whose reader hangs up is no error', async () => {
    const platform = await open()
    const app = await openServer(platform)
    const errors: string[] = []
    app.addHook('onError', async (_request, _reply, error) => {
      errors.push(error.message)
    })
    const nobody = async () => null
    createRouter(app, platform, { client: nobody, staff: nobody }).read(publishedDocuments, async ({ reply }) => {
      const piece = Buffer.alloc(64 * 1024)
      await reply.send(
        Readable.from(
          (function* () {
            for (;;) yield piece
          })(),
        ),
      )
      return undefined as never
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(`GET ${publishedDocuments.path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    await once(socket, 'data')
    socket.destroy()
    await pause(300)
    await app.close()
    assert.deepEqual(errors, [])
  })
})

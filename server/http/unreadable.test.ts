import assert from 'node:assert/strict'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { onBothDatabases } from '#server/testing/bench.ts'
import { openServer } from './server.ts'

const unreadable: Readonly<Record<string, readonly [string, number]>> = {
  'no HTTP at all': ['hello\r\n\r\n', 400],
  'two lengths': ['POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
  'headers of 20 kB': [`GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
}

onBothDatabases('bytes that are no request', (open) => {
  test('are answered in Russian, in the documented shape, with the headers of every answer', async () => {
    const app = await openServer(await open())
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    for (const [name, [bytes, status]] of Object.entries(unreadable)) {
      const socket = connect(port, '127.0.0.1')
      socket.write(bytes)
      const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
      assert.match(head, new RegExp(`^HTTP/1.1 ${status} `), name)
      for (const header of [
        'x-content-type-options: nosniff',
        "content-security-policy: default-src 'none'",
        'cache-control: no-store',
      ])
        assert.ok(head.includes(header), `${name}: ${header}`)
      const { error } = JSON.parse(body) as { error: { code: string; message: string } }
      assert.equal(error.code, 'bad_request')
      assert.match(error.message, /[а-я]/, name)
    }
    await app.close()
  })
})

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { onBothDatabases } from '#server/testing/bench.ts'
import { registerAdmission } from './admission.ts'
import { openServer } from './server.ts'

const limited = { config: { limit: 'visitor' } } as const

/** The first line of the answer to an address sent letter for letter. */
async function told(app: FastifyInstance, url: string): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET ${url} HTTP/1.1\r\nHost: zayavka.example\r\nConnection: close\r\n\r\n`)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return answer.toString().split('\r\n')[0] ?? ''
}

onBothDatabases('who is let in', (open) => {
  async function server() {
    const app = await openServer(await open())
    const admission = registerAdmission(app, await open())
    let finish = () => {}
    const hold = new Promise<void>((done) => {
      finish = done
    })
    const declared = { '/service/slow': 'usual', '/service/requests/:id/send': 'reserved' } as const
    for (const [path, lane] of Object.entries(declared))
      app.get(path, { config: { ...limited.config, lane } }, async () => {
        await hold
        return 'done'
      })
    app.post('/service/change', limited, async () => 'done')
    app.get('/health/live', limited, async () => 'done')
    return { app, admission, finish }
  }

  describe('too many at once', () => {
    test('the 65th hears 503 with Retry-After at once; a signing still gets in; afterwards everybody does', async () => {
      const { app, finish } = await server()
      const first = Array.from({ length: 64 }, () => app.inject('/service/slow'))
      await new Promise((resolve) => setTimeout(resolve, 50))
      const turnedAway = await app.inject('/service/slow')
      assert.equal(turnedAway.statusCode, 503)
      assert.equal(turnedAway.headers['retry-after'], '1')
      const signing = app.inject('/service/requests/1/send')
      await new Promise((resolve) => setTimeout(resolve, 20))
      finish()
      assert.equal((await signing).statusCode, 200)
      for (const answer of await Promise.all(first)) assert.equal(answer.statusCode, 200)
      assert.equal((await app.inject('/service/slow')).statusCode, 200)
      await app.close()
    })
  })

  describe('an address spelled in another way', () => {
    for (const url of ['/%73ervice/slow', 'http://zayavka.example/service/slow', '/service/slow#x'])
      test(`N19: ${url} is let in by the same rule`, async () => {
        const { app, finish } = await server()
        const first = Array.from({ length: 64 }, () => app.inject('/service/slow'))
        await new Promise((resolve) => setTimeout(resolve, 50))
        const odd = told(app, url)
        const status = await Promise.race([odd, new Promise((resolve) => setTimeout(resolve, 500))])
        finish()
        await Promise.all([odd, ...first])
        await app.close()
        assert.match(String(status), / 503 /)
      })
  })

  describe('one connection', () => {
    test('L2: thousands of calls at once begin no more than a few of them; one after the other all are answered', async () => {
      const { app } = await server()
      let begun = 0
      app.get('/counted', limited, async () => {
        begun += 1
        return 'done'
      })
      await app.listen({ port: 0, host: '127.0.0.1' })
      const { port } = app.server.address() as AddressInfo
      const call = 'GET /counted HTTP/1.1\r\nHost: zayavka.example\r\n\r\n'
      const greedy = connect(port, '127.0.0.1')
      greedy.write(call.repeat(2000))
      greedy.resume().on('error', () => undefined)
      await new Promise((resolve) => greedy.once('close', resolve).setTimeout(2000, () => greedy.destroy()))
      assert.ok(begun <= 16, `${begun} were begun`)
      const patient = connect(port, '127.0.0.1')
      for (let n = 0; n < 40; n += 1) {
        patient.write(call)
        const [answer] = (await once(patient, 'data')) as [Buffer]
        assert.match(answer.toString(), /^HTTP\/1.1 200/)
      }
      patient.destroy()
      await app.close()
    })
  })

  describe('stopping', () => {
    test('reads are sent away, changes are done, no connection is kept, the process says it lives', async () => {
      const { app, admission } = await server()
      const headers = { 'sec-fetch-site': 'same-origin' }
      admission.stop()
      assert.equal(admission.closed(), true)
      const read = await app.inject('/service/slow')
      assert.deepEqual([read.statusCode, read.headers.connection], [502, 'close'])
      const change = await app.inject({ method: 'POST', url: '/service/change', headers })
      assert.deepEqual([change.statusCode, change.headers.connection], [200, 'close'])
      assert.equal((await app.inject('/health/live')).statusCode, 200)
      await app.close()
    })
  })
})

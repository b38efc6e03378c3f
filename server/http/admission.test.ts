import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { onBothDatabases } from '#server/testing/bench.ts'
import { registerAdmission } from './admission.ts'
import { openServer } from './server.ts'

onBothDatabases('who is let in', (open) => {
  async function server() {
    const app = await openServer(await open())
    const admission = registerAdmission(app, await open())
    let finish = () => {}
    const hold = new Promise<void>((done) => {
      finish = done
    })
    for (const path of ['/service/slow', '/service/requests/1/send'])
      app.get(path, async () => {
        await hold
        return 'done'
      })
    app.post('/service/change', async () => 'done')
    app.get('/health/live', async () => 'done')
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

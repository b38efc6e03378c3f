import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { testClock } from '#server/platform/clock.ts'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { machineClient, type TestMachine } from '#server/testing/machine.ts'
import { codeOf, openProduct, type TestProduct } from '#server/testing/product.ts'
import { signedInStaff } from '#server/testing/staff.ts'

const root = '/service/machine/v1/webhooks'
const minute = 60_000
const hour = 60 * minute

interface Got {
  type: string
  subject: string
  sequence: string
  data: { overpaid?: number }
}

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void

const fine: Answer = (_request, response) => response.writeHead(204).end()

onBothDatabases('webhooks', (open) => {
  const opened: TestProduct[] = []
  const receivers: Server[] = []
  afterEach(async () => {
    for (const product of opened.splice(0)) await product.close()
    for (const receiver of receivers.splice(0)) {
      receiver.closeAllConnections()
      await new Promise((done) => receiver.close(done))
    }
  })

  async function start() {
    const platform = await open({ clock: testClock(new Date()) })
    const product = await openProduct(platform)
    opened.push(product)
    return { platform, product, machine: await machineClient(platform, product) }
  }

  /** Somebody else's program: it keeps what it took, after the public library has verified it. */
  async function receiver(answer: Answer = fine) {
    const got: Got[] = []
    const ids: string[] = []
    const state = { answer, secret: '', headers: {} as Record<string, string>, calls: 0 }
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (part) => {
        body += String(part)
      })
      request.on('end', () => {
        state.calls += 1
        state.headers = request.headers as Record<string, string>
        response.on('finish', () => {
          if (response.statusCode >= 300) return
          if (state.secret) new Webhook(state.secret).verify(body, state.headers)
          got.push(JSON.parse(body) as Got)
          ids.push(String(request.headers['webhook-id']))
        })
        state.answer(request, response, body)
      })
    })
    receivers.push(server)
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return { got, ids, state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` }
  }

  const add = async (machine: TestMachine, url: string, types: readonly string[] = []) => {
    const answer = await machine.call('POST', root, { name: 'Ядро', url, types }, machine.key())
    assert.equal(answer.status, 201, answer.text)
    return answer.body as { id: string; secret: string }
  }

  const tell = (platform: TestPlatform, loan: string, overpaid: number) =>
    platform.transact(async (tx) => {
      const subject = { kind: 'loan' as const, id: loan }
      tx.journal({ event: 'loan.close', actor: { kind: 'job', id: 'test' }, subject, data: { overpaid } })
    })

  async function run(platform: TestPlatform): Promise<void> {
    await platform.jobs.runSweep('events.number')
    await platform.jobs.runDue()
  }

  const sums = (got: readonly Got[], loan: string) =>
    got.filter(({ subject }) => subject === `loans/${loan}`).map(({ data }) => data.overpaid)

  it('N21: thirty made at the same moment are ten', async () => {
    const { machine } = await start()
    const make = () =>
      machine.call('POST', root, { name: 'Ядро', url: 'https://core.example/', types: [] }, machine.key())
    const answers = await Promise.all(Array.from({ length: 30 }, make))
    const refused = new Set(answers.filter(({ status }) => status !== 201 && status !== 503).map(codeOf))
    assert.deepEqual([...refused], ['state_conflict'])
    const { body } = await machine.call('GET', root)
    assert.equal((body as { items: unknown[] }).items.length, 10)
  })

  it('the public library verifies what comes; by both keys during a rotation; only what was asked for; a test at once', async () => {
    const { platform, machine } = await start()
    const there = await receiver()
    await tell(platform, 'l1', 0)
    await platform.jobs.runSweep('events.number')
    const { id, secret } = await add(machine, there.url, ['ru.zayavka.loan.closed'])
    there.state.secret = secret
    for (const overpaid of [1, 2, 3]) await tell(platform, 'l1', overpaid)
    await run(platform)
    assert.deepEqual(sums(there.got, 'l1'), [1, 2, 3], 'from the moment it was made')
    assert.throws(() => new Webhook(`whsec_${Buffer.alloc(32).toString('base64')}`).verify('{}', there.state.headers))

    const { secret: next } = (await machine.call('POST', `${root}/${id}/secret`, undefined, machine.key()))
      .body as typeof there.state
    for (const key of [secret, next]) {
      there.state.secret = key
      await tell(platform, 'l1', 4)
      await run(platform)
    }
    assert.equal(there.got.length, 5)
    platform.clock.advance(24 * hour)
    const fresh = await machineClient(platform, opened[0] ?? assert.fail())
    assert.equal((await fresh.call('POST', `${root}/${id}/test`)).status, 404, 'another client’s')
  })

  it('a receiver that is dead for an hour gets all, each once, in order by subject, and delays nobody', async () => {
    const { platform, machine } = await start()
    const [dead, alive] = [await receiver((_request, response) => response.writeHead(503).end()), await receiver()]
    await add(machine, dead.url)
    await add(machine, alive.url)
    let overpaid = 0
    for (let at = 0; at < 60; at += 1) {
      overpaid += 1
      for (const loan of ['l1', 'l2', 'l3']) await tell(platform, loan, overpaid)
      await run(platform)
      platform.clock.advance(minute)
    }
    const whole = Array.from({ length: 60 }, (_, n) => n + 1)
    for (const loan of ['l1', 'l2', 'l3']) assert.deepEqual(sums(alive.got, loan), whole)
    assert.equal(dead.got.length, 0)
    assert.ok(dead.state.calls < 40, `a dead receiver is not called for each event: ${dead.state.calls}`)
    dead.state.answer = fine
    for (let at = 0; at < 130 && dead.got.length < 180; at += 1) {
      platform.clock.advance(minute)
      await run(platform)
    }
    for (const loan of ['l1', 'l2', 'l3']) assert.deepEqual(sums(dead.got, loan), whole)
    assert.equal(new Set(dead.ids).size, 180)
  })

  it('a slow receiver holds its own events only', async () => {
    const { platform, machine } = await start()
    const held: ServerResponse[] = []
    const slow = await receiver((_request, response) => void held.push(response))
    let all = () => {}
    const arrived = new Promise<void>((resolve) => {
      all = resolve
    })
    const quick = await receiver((request, response, body) => {
      fine(request, response, body)
      response.on('finish', () => quick.got.length >= 19 && all())
    })
    await add(machine, slow.url)
    await add(machine, quick.url)
    for (let overpaid = 1; overpaid <= 20; overpaid += 1) await tell(platform, 'l1', overpaid)
    await platform.jobs.runSweep('events.number')
    const servers = [platform.jobs.runDue(), platform.jobs.runDue()]
    await arrived
    assert.equal(slow.got.length, 0)
    slow.state.answer = fine
    for (const response of held) response.writeHead(204).end()
    await Promise.all(servers)
    assert.equal(slow.got.length, 20)
  })

  it('what is not taken in three days is parked with an alarm, the next of its subject goes on, and it can be sent again', async () => {
    const { platform, product, machine } = await start()
    const picky = await receiver((_request, response, body) =>
      response.writeHead(body.includes('"overpaid":1}') ? 422 : 204).end(),
    )
    const { id } = await add(machine, picky.url, ['ru.zayavka.loan.closed'])
    await tell(platform, 'l1', 1)
    await tell(platform, 'l1', 2)
    await tell(platform, 'l2', 3)
    await run(platform)
    assert.deepEqual(
      picky.got.map(({ data }) => data.overpaid),
      [3],
      'another subject is not held up',
    )
    for (let at = 0; at < 80; at += 1) {
      platform.clock.advance(hour)
      await run(platform)
    }
    assert.deepEqual(
      picky.got.map(({ data }) => data.overpaid),
      [3, 2],
    )
    assert.ok(picky.state.calls > 10 && picky.state.calls < 30, String(picky.state.calls))
    assert.match(await platform.metrics.text(), /^webhook_deliveries_parked 1$/m)
    assert.ok(platform.lines.some((line) => line.includes('it is parked')))
    const again = await signedInStaff(platform, product, 'second', 'administrator')
    const log = `/service/office/webhooks/${id}/deliveries`
    const { items } = (await again.browser.call('GET', `${log}?state=parked`)).body as {
      items: { sequence: string; status: number; attempts: number }[]
    }
    assert.deepEqual(
      items.map(({ status }) => status),
      [422],
    )
    picky.state.answer = fine
    assert.equal((await again.browser.call('POST', `${log}/${items[0]?.sequence}`)).status, 204)
    await run(platform)
    assert.deepEqual(
      picky.got.map(({ data }) => data.overpaid),
      [3, 2, 1],
    )
    assert.equal((await again.browser.call('POST', `${log}/999`)).status, 404)
  })

  it('bad input: addresses, nonsense with a 200, a redirect inside, 410, a client that was closed', async () => {
    const { platform, product, machine } = await start()
    for (const url of [
      'nonsense',
      'ftp://a.example/',
      'http://a.example/',
      'https://u:p@a.example/',
      'http://10.0.0.1/',
    ]) {
      const answer = await machine.call('POST', root, { name: 'x', url, types: [] }, machine.key())
      assert.equal(answer.status, 400, url)
      assert.ok(answer.text.includes('"field":"url"'), answer.text)
    }
    const unknown = await machine.call(
      'POST',
      root,
      { name: 'x', url: 'https://a.example/', types: ['nothing'] },
      machine.key(),
    )
    assert.equal(unknown.status, 400)

    const inside = await receiver()
    const there = await receiver((_request, response) => response.writeHead(302, { location: inside.url }).end())
    const { id } = await add(machine, there.url, ['ru.zayavka.loan.closed'])
    const tried = await machine.call('POST', `${root}/${id}/test`)
    assert.deepEqual(tried.body, { delivered: false, status: null, fault: 'outbound_refused' })
    assert.equal(inside.state.calls, 0, 'no redirect is followed')

    there.state.answer = (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' })
      response.write('<html>nonsense without an end')
    }
    await tell(platform, 'l1', 1)
    await run(platform)
    const { items } = (await machine.call('GET', root)).body as { items: { failures: number; state: string }[] }
    assert.deepEqual(
      items.map(({ failures, state }) => [failures, state]),
      [[0, 'active']],
      'a 200 is a 200',
    )

    there.state.answer = (_request, response) => response.writeHead(410).end()
    await tell(platform, 'l1', 2)
    await run(platform)
    const after = (await machine.call('GET', root)).body as { items: { state: string }[] }
    assert.equal(after.items[0]?.state, 'stopped')

    const last = await receiver()
    await add(machine, last.url)
    await platform.transact((tx) => product.services.machines.clients.end(tx, machine.id, 'one'))
    await tell(platform, 'l1', 3)
    await run(platform)
    assert.equal(last.state.calls, 0)
    assert.equal(codeOf(await machine.call('GET', root)), 'not_signed_in')
  })
})

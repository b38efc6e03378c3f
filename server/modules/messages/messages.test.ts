import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Delivery, Refused, type SmsGateway } from '#server/providers/sms/port.ts'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { createMessages } from './service.ts'

const minute = 60_000
const phone = '+79990000001'

/** A gateway that does what the test says and remembers what it took. */
function gateway(name: string, behave: () => void = () => {}) {
  const taken: string[] = []
  let delivery: Delivery = { state: 'sent' }
  const port: SmsGateway = {
    name,
    async send({ key }) {
      behave()
      taken.push(key)
      return `${name}-${key}`
    },
    delivery: async () => delivery,
  }
  return {
    port,
    taken,
    tell: (found: Delivery) => {
      delivery = found
    },
  }
}

const down = () => {
  throw new Error('no connection')
}

function desk(platform: TestPlatform, ...sms: SmsGateway[]) {
  const letters: string[] = []
  const email = { name: 'letters', send: async ({ key }: { key: string }) => String(letters.push(key)) }
  const messages = createMessages({ platform, sms, email, zoneOf: async () => 'Europe/Moscow', files: async () => [] })
  const put = (more: { kind?: string; waits?: boolean; requestId?: string } = {}) =>
    platform.transact((tx) => messages.sms(tx, { kind: 'requestReturned', phone, text: 'Код 493817', ...more }))
  return { messages, put, letters }
}

onBothDatabases('The outbox', (open) => {
  it('sends a message once its transaction has committed, and not otherwise', async () => {
    const platform = await open()
    const first = gateway('first')
    const { messages, put } = desk(platform, first.port)
    const id = await put()
    await assert.rejects(
      platform.transact(async (tx) => {
        await messages.sms(tx, { kind: 'x', phone, text: 'x' })
        throw new Error('rolled back')
      }),
    )
    await platform.jobs.runDue()
    assert.deepEqual(first.taken, [id])
    assert.equal((await messages.delivery(id))?.providerId, `first-${id}`)
  })

  it('goes to the second gateway when the first does not take it', async () => {
    const platform = await open()
    const second = gateway('second')
    const { messages, put } = desk(platform, gateway('first', down).port, second.port)
    const id = await put()
    await platform.jobs.runDue()
    assert.deepEqual([second.taken, (await messages.delivery(id))?.provider], [[id], 'second'])
  })

  it('does not trouble the second gateway with a number that cannot be', async () => {
    const platform = await open()
    const second = gateway('second')
    const refuse = () => {
      throw new Refused('202', true)
    }
    const { messages, put } = desk(platform, gateway('first', refuse).port, second.port)
    const id = await put()
    await platform.jobs.runDue()
    assert.deepEqual([second.taken, (await messages.delivery(id))?.state], [[], 'failed'])
  })

  it('tries again, and is parked and shown as failed when nobody takes it', async () => {
    const platform = await open()
    const { messages, put } = desk(platform, gateway('first', down).port)
    const id = await put()
    await platform.jobs.runDue()
    assert.equal((await messages.delivery(id))?.state, 'failed')
    const [parked] = await platform.jobs.failed()
    assert.deepEqual([parked?.data, parked?.attempts], [{ messageId: id }, 7])
  })

  it('given up, goes out when its job is tried again: once, with all its tries, and again when it fails again', async () => {
    const platform = await open()
    let broken = true
    const first = gateway('first', () => {
      if (broken) down()
    })
    const { messages, put } = desk(platform, first.port)
    const id = await put({ requestId: 'r1' })
    const retry = async () => {
      const [parked] = await platform.jobs.failed()
      assert.equal(await platform.jobs.retry(parked?.id ?? ''), true)
      await platform.jobs.runDue()
      return [(await messages.delivery(id))?.state, (await platform.jobs.failed()).map(({ attempts }) => attempts)]
    }
    await platform.jobs.runDue()
    assert.deepEqual(await retry(), ['failed', [7]])
    broken = false
    assert.deepEqual(await retry(), ['sent', []])
    await platform.jobs.send('message.send', { messageId: id })
    await platform.jobs.runDue()
    assert.deepEqual(first.taken, [id])
  })

  it('given up by a gateway that refused it for good, stays given up', async () => {
    const platform = await open()
    let refusals = 0
    const refuse = () => {
      refusals += 1
      throw refusals < 8 ? new Error('no connection') : new Refused('202', true)
    }
    const { messages, put } = desk(platform, gateway('first', refuse).port)
    const id = await put()
    for (const _ of [1, 2]) {
      await platform.jobs.runDue()
      const [parked] = await platform.jobs.failed()
      if (parked) await platform.jobs.retry(parked.id)
    }
    assert.deepEqual([refusals, (await messages.delivery(id))?.state, await platform.jobs.failed()], [8, 'failed', []])
  })

  it('sends once, however often the job runs', async () => {
    const platform = await open()
    const first = gateway('first')
    const { put } = desk(platform, first.port)
    const id = await put()
    await platform.jobs.send('message.send', { messageId: id })
    await platform.jobs.runDue()
    await platform.jobs.send('message.send', { messageId: id })
    await platform.jobs.runDue()
    assert.deepEqual(first.taken, [id])
  })

  it('does not send a code that nobody can use any more', async () => {
    const platform = await open()
    const first = gateway('first')
    const { messages, put } = desk(platform, first.port)
    const id = await put({ kind: 'signInCode' })
    platform.clock.advance(5 * minute)
    await platform.jobs.runDue()
    assert.deepEqual([first.taken, (await messages.delivery(id))?.state], [[], 'failed'])
  })

  it('lets a message that can wait sleep till morning, and a code never', async () => {
    const platform = await open()
    platform.clock.set('2026-03-02T20:00:00Z') // 23:00 in Moscow
    const { put } = desk(platform, gateway('first').port)
    await put({ waits: true })
    await put({ kind: 'signInCode' })
    const due = platform.jobs.waiting().map((job) => job.due.toISOString())
    assert.deepEqual(due, ['2026-03-03T06:00:00.000Z', '2026-03-02T20:00:00.000Z'])
  })

  it('sends the messages of one request in their order, and lets those of another go on', async () => {
    const platform = await open()
    let broken = ''
    const first = gateway('first')
    const picky = {
      ...first.port,
      send: async (given: Parameters<SmsGateway['send']>[0]) =>
        given.key === broken ? down() : first.port.send(given),
    }
    const { put } = desk(platform, picky)
    const one = await put({ requestId: 'r1' })
    broken = one
    const [two, other, three] = [
      await put({ requestId: 'r1' }),
      await put({ requestId: 'r2' }),
      await put({ requestId: 'r1' }),
    ]
    const code = await put({ requestId: 'r1', kind: 'signInCode' })
    await platform.jobs.runDue()
    assert.deepEqual(first.taken.slice(0, 2), [other, code])
    assert.deepEqual(first.taken.slice(2), [two, three], 'given up after its tries, it holds nobody')
  })

  it('goes on with what a dead worker left, in the order of its request', async () => {
    const platform = await open()
    const first = gateway('first')
    const { put, messages } = desk(platform, first.port)
    const [one, two] = [await put({ requestId: 'r1' }), await put({ requestId: 'r1' })]
    const dies = { lease_until: new Date(platform.clock.now().getTime() + 4000), attempts: 1 }
    type Tables = { message: { id: string; lease_until: Date; attempts: number } }
    const rows = platform.db.$extendTables<Tables>()
    await rows.updateTable('message').set(dies).where('id', '=', one).execute()
    await platform.jobs.runDue()
    assert.deepEqual(first.taken, [], 'the dead one’s lease still runs')
    platform.clock.advance(4001)
    await platform.jobs.runSweep('message.abandoned')
    assert.deepEqual(first.taken, [one, two])
    await rows
      .updateTable('message')
      .set({ attempts: 57 })
      .where('id', '=', await put({ requestId: 'r1' }))
      .execute()
    const last = await put({ requestId: 'r1' })
    await platform.jobs.runDue()
    assert.deepEqual(first.taken, [one, two, last], 'one over which every worker dies is given up')
    assert.equal((await messages.delivery(last))?.state, 'sent')
  })

  it('reads the delivery back until it is known', async () => {
    const platform = await open()
    const first = gateway('first')
    const { messages, put } = desk(platform, first.port)
    const id = await put()
    await platform.jobs.runDue()
    const state = async () => {
      platform.clock.advance(minute)
      await platform.jobs.runSweep('message.delivery')
      return (await messages.delivery(id))?.state
    }
    assert.equal(await state(), 'sent')
    first.tell({ state: 'delivered' })
    assert.equal(await state(), 'delivered')
    first.tell({ state: 'failed' })
    assert.equal(await state(), 'delivered')
  })

  it('sends letters by the mailer', async () => {
    const platform = await open()
    const { messages, letters } = desk(platform)
    const letter = { kind: 'emailCode', to: 'proba@example.ru', subject: 'Код', text: 'Код 222222' }
    const id = await platform.transact((tx) => messages.email(tx, letter))
    await platform.jobs.runDue()
    assert.deepEqual(letters, [id])
  })

  it('keeps neither phone nor text in the open: not in the row, the job, the journal or the log', async () => {
    const platform = await open()
    const { put } = desk(platform, gateway('first', down).port, gateway('second').port)
    await put()
    const jobs = JSON.stringify(platform.jobs.waiting())
    await platform.jobs.runDue()
    const rows = await platform.db
      .$extendTables<{ message: Record<string, unknown> }>()
      .selectFrom('message')
      .selectAll()
      .execute()
    const journal = await platform.db
      .$extendTables<{ journal: { data: unknown } }>()
      .selectFrom('journal')
      .selectAll()
      .execute()
    const sealed = rows.map((row) =>
      Object.values(row)
        .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)))
        .join(' '),
    )
    const everything = [jobs, ...sealed, JSON.stringify(journal), platform.lines.join('\n')].join('\n')
    assert.doesNotMatch(everything, /9990000001|493817/)
  })
})

import assert from 'node:assert/strict'
import { afterEach, it } from 'node:test'
import type { CallAnswer } from '#contract/call.ts'
import type { machineEvents } from '#contract/calls/machine/events.ts'
import { numberEvents } from '#server/platform/feed.ts'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { machineClient, type TestMachine } from '#server/testing/machine.ts'
import { codeOf, openProduct, type TestProduct } from '#server/testing/product.ts'

type Page = CallAnswer<typeof machineEvents>

const path = '/service/machine/v1/events'
const issuesOf = (text: string) => (JSON.parse(text) as { error: { issues: { field: string }[] } }).error.issues

/** What writes an event: a change of the loan named. */
const tell = (platform: TestPlatform, loan: string, amount: number, after?: () => Promise<void>) =>
  platform.transact(async (tx) => {
    tx.journal({
      event: 'loan.close',
      actor: { kind: 'job', id: 'test' },
      subject: { kind: 'loan', id: loan },
      data: { overpaid: amount },
    })
    await after?.()
  })

onBothDatabases('the event feed', (open) => {
  const opened: TestProduct[] = []
  afterEach(async () => {
    for (const product of opened.splice(0)) await product.close()
  })

  async function start() {
    const platform = await open()
    const product = await openProduct(platform)
    opened.push(product)
    return { platform, product, machine: await machineClient(platform, product) }
  }

  const page = async (machine: TestMachine, query: Record<string, string>) => {
    const answer = await machine.call('GET', `${path}?${new URLSearchParams(query)}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.body as Page
  }

  it('from nothing everything, asked twice the same, by types, page by page, and what comes later after the cursor', async () => {
    const { platform, product, machine } = await start()
    const client = product.browser()
    await client.signUp('+79161234567')
    const request = (await client.create()).body as { _id: string }
    for (let amount = 1; amount <= 5; amount += 1) await tell(platform, 'l1', amount)
    const all = await page(machine, {})
    assert.deepEqual(
      all.events.map(({ type, sequence }) => [type, sequence]),
      [
        ['ru.zayavka.person.created', '1'],
        ['ru.zayavka.request.created', '2'],
        ...['3', '4', '5', '6', '7'].map((sequence) => ['ru.zayavka.loan.closed', sequence]),
      ],
    )
    const { id, ...created } = all.events[1] ?? assert.fail()
    assert.ok(id)
    assert.deepEqual(created, {
      specversion: '1.0',
      source: platform.config.publicUrl,
      type: 'ru.zayavka.request.created',
      subject: `requests/${request._id}`,
      time: platform.clock.now().toISOString(),
      datacontenttype: 'application/json',
      sequence: '2',
      data: { type: 'loan', to: 'New' },
    })
    assert.deepEqual(await page(machine, {}), all)
    const two = await page(machine, { limit: '2' })
    assert.deepEqual([two.next, two.more], ['2', true])
    assert.deepEqual((await page(machine, { after: two.next })).events, all.events.slice(2))
    const closed = await page(machine, { types: 'ru.zayavka.loan.closed,ru.zayavka.loan.opened', limit: '3' })
    assert.deepEqual([closed.events.length, closed.next, closed.more], [3, '5', true])
    const none = await page(machine, { types: 'ru.zayavka.loan.opened' })
    assert.deepEqual(none, { events: [], next: '7', more: false })
    await tell(platform, 'l2', 9)
    const later = await page(machine, { after: '7' })
    assert.deepEqual([later.events.length, later.next, later.more], [1, '8', false])
  })

  it('bad input: a cursor from the future, one that is none, a type that is none; one older than what is kept is 410', async () => {
    const { platform, machine } = await start()
    for (let amount = 1; amount <= 3; amount += 1) await tell(platform, 'l1', amount)
    const future = await machine.call('GET', `${path}?after=4`)
    assert.equal(future.status, 400)
    assert.deepEqual(
      issuesOf(future.text).map(({ field }) => field),
      ['after'],
    )
    for (const [query, field] of [
      ['after=abc', 'after'],
      ['limit=0', 'limit'],
      ['limit=1001', 'limit'],
      ['types=ru.zayavka.loan.closd', 'types'],
    ] as const) {
      const answer = await machine.call('GET', `${path}?${query}`)
      assert.equal(answer.status, 400, query)
      assert.equal(issuesOf(answer.text)[0]?.field, field)
    }
    platform.clock.advance(101 * 86_400_000)
    const machineNow = await machineClientAgain(platform)
    await tell(platform, 'l1', 4)
    await numberEvents(platform)
    await opened[0]?.services.events.sweep()
    const over = await machineNow.call('GET', `${path}?after=1`)
    assert.equal(codeOf(over), 'cursor_over')
    assert.deepEqual((over.body as { error: { details: object } }).error.details, { first: '3' })
    assert.equal((await page(machineNow, { after: '3' })).events.length, 1)
    assert.equal((await page(machineNow, {})).events.length, 1, 'from nothing: all that is kept')
  })

  const machineClientAgain = (platform: TestPlatform) => machineClient(platform, opened[0] ?? assert.fail())

  it('a transaction that lasts: its event comes after those that committed before it, and no reader passes over it', async () => {
    const { platform, machine } = await start()
    if (platform.database.kind === 'embedded') return // one connection: there are no two transactions at once
    let written = () => {}
    let end = () => {}
    const wrote = new Promise<void>((resolve) => {
      written = resolve
    })
    const slow = platform.transact(async (tx) => {
      await tx.db
        .$extendTables<{ event_unnumbered: { id: string; type: string; subject: string; at: Date; data: string } }>()
        .insertInto('event_unnumbered')
        .values({
          id: 'slow',
          type: 'ru.zayavka.loan.closed',
          subject: 'loans/slow',
          at: platform.clock.now(),
          data: '{}',
        })
        .execute()
      written()
      await new Promise<void>((resolve) => {
        end = resolve
      })
    })
    await wrote
    await tell(platform, 'quick', 1)
    const before = await page(machine, {})
    assert.deepEqual(
      before.events.map(({ subject }) => subject),
      ['loans/quick'],
    )
    end()
    await slow
    const after = await page(machine, { after: before.next })
    assert.deepEqual(
      after.events.map(({ subject, sequence }) => [subject, sequence]),
      [['loans/slow', '2']],
    )
  })

  it('many writers, two that number, readers that follow: each event once by cursor, in order by subject', async () => {
    const { platform } = await start()
    const feed = opened[0]?.services.events.feed ?? assert.fail()
    const [writers, each] = [8, 40]
    const start0 = (await feed.bounds()).last
    let writing = true
    const write = async (writer: number) => {
      for (let n = 1; n <= each; n += 1) await tell(platform, `w${writer}`, n)
    }
    const number = async () => {
      while (writing) await numberEvents(platform)
    }
    const follow = async () => {
      const seen: { seq: number; subject: string; amount: number }[] = []
      let cursor = start0
      for (let last = false; ; ) {
        const { last: bound } = await feed.bounds()
        const found = await feed.after(cursor, 7, undefined, bound)
        seen.push(...found.map(({ seq, subject, data }) => ({ seq, subject, amount: Number(data.overpaid) })))
        cursor = found.at(-1)?.seq ?? cursor
        if (found.length === 0 && last) return seen
        last = !writing && found.length === 0
      }
    }
    const readers = [follow(), follow()]
    const numbering = [number(), number()]
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
    writing = false
    await Promise.all(numbering)
    await numberEvents(platform)
    const last = await feed.after(start0, 1000, undefined, (await feed.bounds()).last)
    assert.deepEqual(
      last.map(({ seq }) => seq - start0),
      Array.from({ length: writers * each }, (_, n) => n + 1),
      'without gaps',
    )
    for (const seen of await Promise.all(readers)) {
      assert.deepEqual(
        seen.map(({ seq }) => seq),
        last.slice(0, seen.length).map(({ seq }) => seq),
        'a reader passes over nothing and gets nothing twice',
      )
      for (let writer = 0; writer < writers; writer += 1) {
        const own = seen.filter(({ subject }) => subject === `loans/w${writer}`).map(({ amount }) => amount)
        assert.deepEqual(
          own,
          Array.from({ length: own.length }, (_, n) => n + 1),
        )
      }
    }
  })
})

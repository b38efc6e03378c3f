import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type RegistryReply, RegistryUnknown } from '#server/providers/registry/port.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { registryBench } from './registry-bench.ts'

const minute = 60_000
const hour = 60 * minute
type Waiting = RegistryReply & { readonly state: 'waiting' }

onBothDatabases('a bureau that lies', (open) => {
  it('gives out one receipt after another: asked seldomer and seldomer, and no more after eight hours', async () => {
    const platform = await open()
    const journaled = async () => {
      const rows = await platform.db
        .$extendTables<{ journal: { event: string } }>()
        .selectFrom('journal')
        .select('event')
        .where('event', '=', 'bureau.waiting')
        .execute()
      return rows.length
    }
    let receipt: Waiting | undefined
    let fetched = 0
    const life = registryBench(platform, {
      registry: (made) => ({
        ...made,
        ask: async (question, prepared) => {
          const reply = await made.ask(question, prepared)
          if (reply.state === 'waiting') receipt = { ...reply, waitMs: 0 }
          return reply
        },
        fetch: async (ticket) => {
          fetched += 1
          assert.ok(receipt)
          return { ...receipt, ticket: { ...ticket, answerId: `another-${fetched}` } }
        },
      }),
    })
    const { id } = await life.decided('9012')
    for (let seconds = 0; seconds < 90; seconds += 1) await life.wait(1000)
    assert.ok(fetched < 12, `${fetched} in a minute and a half`)
    assert.equal(await journaled(), 1)
    for (let minutes = 0; minutes < 500; minutes += 10) await life.wait(10 * minute)
    assert.equal((await life.questions(id))[0]?.state, 'lost')
  })

  it('promises an answer for next month: it is not waited for longer than answers are kept', async () => {
    const platform = await open()
    const life = registryBench(platform, {
      registry: (made) => ({
        ...made,
        ask: async (question, prepared) => {
          const reply = await made.ask(question, prepared)
          return reply.state === 'waiting' ? { ...reply, waitMs: 999_999_999 } : reply
        },
        fetch: () => Promise.reject(new RegistryUnknown('outbound_timeout')),
      }),
    })
    const { id } = await life.decided('9012')
    for (let hours = 0; hours < 9; hours += 1) await life.wait(hour)
    assert.equal((await life.questions(id))[0]?.state, 'lost')
  })

  it('whose slow answer spoils after another server has fetched the good one: the good one stays', async () => {
    const platform = await open()
    let first = true
    const life = registryBench(platform, {
      registry: (made) => ({
        ...made,
        fetch: async (ticket, question) => {
          if (!first) return made.fetch(ticket, question)
          first = false
          platform.clock.advance(3 * minute)
          await platform.jobs.runSweep('bureau.questions')
          await platform.jobs.runDue()
          throw new RegistryUnknown('foreign: person', 'again', Buffer.from('spoilt'))
        },
      }),
    })
    const { id } = await life.decided('9012')
    await life.wait(3000)
    assert.deepEqual(
      (await life.questions(id)).map(({ state }) => state),
      ['answered'],
    )
  })
})

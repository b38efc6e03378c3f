import assert from 'node:assert/strict'
import { it } from 'node:test'
import { RegistryUnknown } from '#server/providers/registry/port.ts'
import type { Twists } from '#server/providers/registry/stand-in/stand-in.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { code } from '#server/testing/failure.ts'
import { registryBench } from './registry-bench.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

onBothDatabases('the qualified bureaus', (open) => {
  it('answer at once: one question, kept sealed with its hash, and an offer', async () => {
    const platform = await open()
    const life = registryBench(platform)
    const { id } = await life.decided('55')
    assert.equal(await life.outcome(id), 'Approved')
    const asked = await life.questions(id)
    assert.deepEqual(
      asked.map(({ state, kind }) => [state, kind]),
      [['answered', '7']],
    )
    const entries = await platform.db
      .$extendTables<{ journal: { event: string; data: unknown } }>()
      .selectFrom('journal')
      .select(['event', 'data'])
      .where('event', 'like', 'bureau.%')
      .execute()
    assert.deepEqual(entries.map(({ event }) => event).sort(), ['bureau.answered', 'bureau.asked', 'bureau.used'])
    for (const secret of ['Выдумкина', '4500000055', '450000'])
      assert.ok(!JSON.stringify([entries, asked, platform.lines]).includes(secret), secret)
  })

  it('a receipt is waited for as long as it says, and no sooner', async () => {
    const platform = await open()
    const life = registryBench(platform)
    const { id } = await life.decided('9012')
    assert.equal(await life.outcome(id), 'Hyb_Verification_Approved')
    await life.wait(2 * second)
    assert.equal((await life.questions(id))[0]?.state, 'waiting')
    await life.wait(second)
    assert.equal(await life.outcome(id), 'Approved')
    assert.equal((await life.questions(id)).length, 1)
  })

  it('one of three away: nothing is lent, the missing one is asked for again, and when it is back the request goes on', async () => {
    const platform = await open()
    const life = registryBench(platform)
    const { id } = await life.decided('9013')
    assert.equal(await life.outcome(id), 'Hyb_Verification_Approved')
    await life.wait(30 * second)
    assert.equal((await life.questions(id)).length, 1)
    await life.wait(31 * second)
    assert.deepEqual(
      (await life.questions(id)).map(({ state }) => state),
      ['answered', 'answered'],
    )
    assert.equal(await life.outcome(id), 'Approved')
  })

  it('all away: the request waits and says so after a day, is asked at 1, 5, 15 and 60 minutes, and goes on when they are back', async () => {
    const platform = await open()
    const twists: Twists = {}
    const life = registryBench(platform, { twists })
    const away = { known: [{}], silent: true }
    twists.persona = () => away
    const { id } = await life.decided('55')
    for (const pause of [1, 5, 15, 60]) {
      const before = (await life.questions(id)).length
      await life.wait(pause * minute - second)
      assert.equal((await life.questions(id)).length, before, `before ${pause} min`)
      await life.wait(second)
      assert.equal((await life.questions(id)).length, before + 1, `after ${pause} min`)
    }
    assert.equal(await life.outcome(id), 'Hyb_Verification_Approved')
    for (let hours = 0; hours < 30; hours += 1) await life.wait(hour)
    assert.deepEqual(
      life.sent.map(({ kind }) => kind),
      ['bureausAwaited'],
    )
    twists.persona = () => ({ known: [{}] })
    await life.wait(hour)
    assert.equal(await life.outcome(id), 'Approved')
  })

  it('a ban of one bureau is enough, though another has not answered', async () => {
    const platform = await open()
    const life = registryBench(platform, {
      twists: { persona: () => ({ known: [{ failed: 17 }, { bans: [['5', '2025-12-01', '2025-12-02']] }, {}] }) },
    })
    const { id } = await life.decided('55')
    assert.equal(await life.outcome(id), 'Rejected: selfBan')
  })

  it('without a checked ИНН the ban is withheld: nothing is lent, and the same is not asked again and again', async () => {
    const platform = await open()
    const life = registryBench(platform, { inn: null })
    const { id } = await life.decided('55', { inn: '770000000000' })
    assert.equal(await life.outcome(id), 'Hyb_Verification_Approved')
    for (let tries = 0; tries < 5; tries += 1) {
      await life.wait(20 * minute)
      await life.decisions.decide(id)
    }
    assert.equal((await life.questions(id)).length, 1)
  })

  for (const [error, asked, then] of [
    [11, 3, 'again, once, then after an hour'],
    [23, 3, 'again, once, then after an hour'],
    [99, 2, 'again after a minute, then a person'],
    [77, 2, 'as 99'],
    [13, 1, 'a person must act'],
    [15, 1, 'a person must act'],
    [9, 1, 'never the same bytes again'],
    [24, 5, 'again after 1, 5, 15, 60 minutes'],
  ] as const)
    it(`error ${error}: ${then}`, async () => {
      const platform = await open()
      const life = registryBench(platform, { twists: { error: () => error } })
      const { id } = await life.decided('55')
      for (const pause of [0, 1, 5, 15, 60]) {
        await life.wait(pause * minute)
        await life.decisions.decide(id)
      }
      const questions = await life.questions(id)
      assert.deepEqual(
        questions.map(({ code: of }) => of),
        Array.from({ length: asked }, () => error),
      )
      assert.equal(await life.outcome(id), 'Hyb_Verification_Approved')
    })

  it('error 5 stops all questions to that bureau for an hour, of everybody', async () => {
    const platform = await open()
    const twists: Twists = { error: () => 5 }
    const life = registryBench(platform, { twists })
    const one = await life.decided('55')
    const other = await life.decided('56')
    assert.deepEqual([(await life.questions(one.id)).length, (await life.questions(other.id)).length], [1, 0])
    assert.ok(platform.lines.some((line) => line.includes('somebody has to act')))
    delete twists.error
    await life.wait(hour + second)
    await life.decisions.decide(other.id)
    assert.deepEqual([await life.outcome(one.id), await life.outcome(other.id)], ['Approved', 'Approved'])
  })

  it('an answer to another question is kept as evidence and is none', async () => {
    const platform = await open()
    const twists: Twists = { xml: (xml) => xml.replace('Выдумкина', 'Другая') }
    const life = registryBench(platform, { twists })
    const { id } = await life.decided('55')
    const [first] = await life.questions(id)
    assert.deepEqual([first?.state, first?.cause], ['unknown', 'foreign: person'])
    assert.ok((first as unknown as { answer: unknown }).answer)
    delete twists.xml
    await life.wait(minute)
    assert.equal(await life.outcome(id), 'Approved')
  })

  it('words of a bureau that name the person reach no log', async () => {
    const platform = await open()
    const life = registryBench(platform, {
      registry: (made) => ({
        ...made,
        ask: async (question, prepared) => {
          const reply = await made.ask(question, prepared)
          return {
            state: 'refused',
            code: 13,
            text: 'Нет согласия Выдумкиной, 17.05.1990',
            raw: reply.raw,
            signedBy: reply.signedBy,
          }
        },
      }),
    })
    const { id } = await life.decided('55')
    assert.equal((await life.questions(id))[0]?.code, 13)
    assert.ok(!platform.lines.join().includes('Выдумкин'))
  })

  it('a server that dies over a question leaves one question: it is asked anew, with a new id, once', async () => {
    const platform = await open()
    let calls = 0
    const life = registryBench(platform, {
      registry: (made) => ({
        ...made,
        ask: async (question, prepared) => {
          calls += 1
          // What a death between sending and keeping leaves behind: nothing is kept.
          if (calls === 1) return new Promise(() => undefined)
          return made.ask(question, prepared)
        },
      }),
    })
    const { id } = await life.approved(life.facts('55'))
    void life.decisions.decide(id)
    while (calls === 0) await new Promise((done) => setTimeout(done, 10))
    await life.decisions.decide(id)
    assert.equal(calls, 1)
    platform.clock.advance(3 * minute)
    await platform.jobs.runSweep('bureau.questions')
    await platform.jobs.runDue()
    await life.wait(minute)
    assert.deepEqual(
      (await life.questions(id)).map(({ state }) => state),
      ['unknown', 'answered'],
    )
    assert.equal(await life.outcome(id), 'Approved')
  })

  it('twenty decisions at once are one question', async () => {
    const platform = await open()
    const life = registryBench(platform)
    const { id } = await life.approved(life.facts('55'))
    await Promise.all(Array.from({ length: 20 }, () => life.decisions.decide(id)))
    assert.equal((await life.questions(id)).length, 1)
    assert.equal(await life.outcome(id), 'Approved')
  })

  it('at signing they are asked anew when the day has changed; a ban that came bars the loan, silence makes it wait', async () => {
    const platform = await open()
    const twists: Twists = {}
    const life = registryBench(platform, { twists })
    const { id, actor } = await life.decided('55')
    platform.clock.advance(2 * hour)
    await life.code(actor, id)
    assert.equal((await life.questions(id)).length, 1, 'the same day is fresh enough')
    platform.clock.advance(24 * hour)
    twists.persona = () => ({ known: [{}], silent: true })
    await assert.rejects(life.code(actor, id), code('bureaus_awaited'))
    assert.equal(await life.outcome(id), 'Approved')
    twists.persona = () => ({ known: [{ bans: [['1', '2025-12-01', '2025-12-02']] }] })
    platform.clock.advance(minute)
    await assert.rejects(life.code(actor, id), code('state_conflict'))
    assert.equal(await life.outcome(id), 'Rejected: selfBan')
  })

  it('before the payout too: of another day, asked anew', async () => {
    const platform = await open()
    const twists: Twists = {}
    const life = registryBench(platform, { twists })
    const { id, actor } = await life.decided('55')
    await life.sign(actor, id, (await life.code(actor, id)).package)
    platform.clock.advance(24 * hour)
    twists.persona = () => ({ known: [{ bans: [['1', '2025-12-01', '2025-12-02']] }] })
    assert.equal(await life.offers.barred(id, 'payout'), true)
    assert.equal(await life.outcome(id), 'Rejected: selfBan')
  })

  it('the ban alone is asked for when the loan is not dear and its contracts are not too old', async () => {
    const platform = await open()
    const life = registryBench(platform)
    const { id, actor } = await life.decided('55', { firstLoan: true })
    platform.clock.advance(24 * hour)
    await life.code(actor, id)
    assert.deepEqual(
      (await life.questions(id)).map(({ kind }) => kind),
      ['7', '6'],
    )
  })

  it('midnight in Moscow between signing a question and sending it: error 23, and the new day’s question', async () => {
    const platform = await open()
    platform.clock.set('2026-03-02T20:59:59.500Z')
    let calls = 0
    const life = registryBench(platform, {
      registry: (made) => ({
        ...made,
        ask: async (question, prepared) => {
          calls += 1
          if (calls === 1) platform.clock.advance(second)
          return made.ask(question, prepared)
        },
      }),
    })
    const { id } = await life.decided('55')
    await life.decisions.decide(id)
    assert.deepEqual(
      (await life.questions(id)).map(({ day, code: of, state }) => [day, of, state]),
      [
        ['2026-03-02', 23, 'refused'],
        ['2026-03-03', null, 'answered'],
      ],
    )
    assert.equal(await life.outcome(id), 'Approved')
  })

  it('a call without a reply is unknown, not sent twice', async () => {
    const platform = await open()
    const ids = new Set<string>()
    let calls = 0
    const life = registryBench(platform, {
      registry: (made) => ({
        ...made,
        ask: async (question) => {
          calls += 1
          ids.add(question.id)
          throw new RegistryUnknown('outbound_timeout')
        },
      }),
    })
    const { id } = await life.decided('55')
    await life.wait(minute)
    await life.wait(5 * minute)
    assert.deepEqual([calls, ids.size], [3, 3])
    assert.deepEqual(
      (await life.questions(id)).map(({ state }) => state),
      ['unknown', 'unknown', 'unknown'],
    )
  })
})

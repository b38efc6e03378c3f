import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type RegistryReply, RegistryUnknown } from '#server/providers/registry/port.ts'
import type { Persona } from '#server/providers/registry/stand-in/persons.ts'
import type { Twists } from '#server/providers/registry/stand-in/stand-in.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { registryBench } from './registry-bench.ts'

const minute = 60_000
const many = Number(process.env.REQUESTS ?? 24)
const seed = Number(process.env.SEED ?? 2026)

/** The same numbers for the same seed (mulberry32). */
function random(from: number): () => number {
  let state = from
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const barred: readonly Persona[] = [
  { known: [{}, { bans: [['3', '2025-12-01', '2025-12-02']] }, {}] },
  { known: [{}, {}, { bans: [['1', '2025-12-01', '2025-12-02']] }], readyMs: 2500 },
  { known: [{ unknown: true }, { bans: [['5', '2025-12-01', '2025-12-02']] }, {}], awayMs: 90_000 },
]
const free: readonly Persona[] = [
  { known: [{}] },
  { known: [{}], readyMs: 3900 },
  { known: [{}], awayMs: 60_000 },
  { known: [{ bans: [['2', '2025-12-01', '2025-12-02']] }] },
]

onBothDatabases('bureaus that hang, lie and come back', (open) => {
  it('lend to nobody who is barred, and lose no request', async (test) => {
    const platform = await open()
    const next = random(seed)
    let bad = true
    let faults = 0
    const twists: Twists = {
      persona: (passport) => {
        const number = Number(passport.slice(-4))
        const among = number % 3 === 0 ? barred : free
        return among[number % among.length] ?? { known: [{}] }
      },
    }
    // What may go wrong between us and a bureau, each at its share of the calls.
    const lied = async (call: () => Promise<RegistryReply>): Promise<RegistryReply> => {
      const what = bad ? Math.floor(next() * 10) : 9
      if (what > 4) return call()
      faults += 1
      if (what === 0) throw new RegistryUnknown('outbound_timeout')
      const reply = await call()
      const { raw, signedBy } = reply
      if (what === 1) throw new RegistryUnknown('outbound_unreachable')
      if (what === 2) throw new RegistryUnknown('foreign: person', 'again', raw)
      if (what === 3) return { state: 'refused', code: 24, text: 'Проверить сертификат не удалось', raw, signedBy }
      return { state: 'refused', code: 11, text: 'Уже использован', raw, signedBy }
    }
    const life = registryBench(platform, {
      twists,
      registry: (made) => ({
        ...made,
        ask: (question, prepared) => lied(() => made.ask(question, prepared)),
        fetch: (ticket, question) => lied(() => made.fetch(ticket, question)),
      }),
    })
    const requests = await Promise.all(
      Array.from({ length: many }, async (_, number) => {
        // Ends the credit report of the demo has nothing to say of.
        const passport = 5000 + 100 * Math.floor(number / 60) + 30 + (number % 60)
        const { id } = await life.approved(life.facts(String(passport)))
        return { id, barred: passport % 3 === 0 }
      }),
    )
    await Promise.all(requests.map(({ id }) => life.decisions.decide(id)))
    for (let turn = 0; turn < 12; turn += 1) await life.wait(2 * minute)
    bad = false
    for (let turn = 0; turn < 40; turn += 1) {
      await life.wait(15 * minute)
      await platform.jobs.runSweep('bureau.questions')
      await platform.jobs.runSweep('bureau')
      await platform.jobs.runDue()
    }
    const outcomes = new Map<string, number>()
    for (const { id, barred: mayNot } of requests) {
      const outcome = await life.outcome(id)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      assert.equal(outcome, mayNot ? 'Rejected: selfBan' : 'Approved', id)
    }
    assert.ok(faults > many / 4, 'enough went wrong')
    test.diagnostic(`seed ${seed}: ${many} requests, ${faults} faults: ${JSON.stringify(Object.fromEntries(outcomes))}`)
  })
})

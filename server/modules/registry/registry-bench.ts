import type { Facts } from '#contract/facts.ts'
import type { Lender } from '#contract/lender.ts'
import type { Bureau } from '#server/providers/bureau/port.ts'
import { sandboxBureau } from '#server/providers/bureau/sandbox.ts'
import type { Registry } from '#server/providers/registry/port.ts'
import { sandboxInn, sandboxRegistry } from '#server/providers/registry/sandbox.ts'
import type { Twists } from '#server/providers/registry/stand-in/stand-in.ts'
import type { TestPlatform } from '#server/testing/bench.ts'
import { demoLender, lifeBench } from '#server/testing/life.ts'
import { createRegistry } from './index.ts'

interface Given {
  readonly twists?: Twists
  readonly lender?: Lender
  readonly registry?: (made: Registry) => Registry
  readonly bureau?: Bureau | null
  readonly inn?: typeof sandboxInn | null
}

/** An approved request's life with the registries of the demo, whose lies the test tells. */
export function registryBench(platform: TestPlatform, given: Given = {}) {
  const { twists = {}, lender = demoLender(), registry = (made: Registry) => made, inn = sandboxInn } = given
  const asker = { inn: lender.legal.inn, ogrn: lender.legal.ogrn, fullName: lender.legal.fullName }
  const made = registry(sandboxRegistry({ clock: platform.clock, asker, twists }))
  const life = lifeBench(
    platform,
    lender,
    given.bureau === undefined ? sandboxBureau() : given.bureau,
    ({ platform, requests, notify }) =>
      createRegistry({
        platform,
        requests,
        registry: made,
        inn,
        lender,
        consents: { standingText: async () => ({ givenAt: platform.clock.now(), text: 'Согласие' }) },
        notify,
      }),
  )

  /** A person whose passport ends so. */
  const facts = (passport: string, more: Facts = {}): Facts => ({
    passportNumber: `${'4500000000'.slice(0, 10 - passport.length)}${passport}`,
    passportIssuedOn: '2010-06-01',
    ...more,
  })

  return {
    ...life,
    facts,

    /** Approved by the review, and decided once. */
    async decided(passport: string, more: Facts = {}) {
      const { id, actor } = await life.approved(facts(passport, more))
      await life.decisions.decide(id)
      return { id, actor }
    },

    /** What became of a request: its state, and why it was refused. */
    async outcome(id: string) {
      const { state, shown } = await life.current(id)
      return shown.rejection ? `${state}: ${shown.rejection.reason}` : state
    },

    questions: async (id: string) => {
      const { rows } = await platform.db
        .$extendTables<{ bureau_question: Record<string, unknown> }>()
        .selectFrom('bureau_question')
        .selectAll()
        .where('request_id', '=', id)
        .orderBy('made_at')
        .orderBy('id')
        .execute()
        .then((all) => ({ rows: all }))
      return rows as Array<{
        state: string
        kind: string
        code: number | null
        bureau: string
        day: string
        cause: string | null
      }>
    },

    /** Time goes on, and what is due is done. */
    async wait(ms: number) {
      platform.clock.advance(ms)
      await platform.jobs.runDue()
    },
  }
}

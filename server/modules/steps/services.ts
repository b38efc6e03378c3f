import { durationMs } from '#contract/durations.ts'
import type { StepServices } from '#contract/effects.ts'
import type { Lender } from '#contract/lender.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Auth, Consents } from '../auth/index.ts'
import type { Documents } from '../documents/index.ts'
import type { Evidence } from '../evidence/index.ts'
import type { Payouts } from '../payouts/index.ts'
import type { People } from '../people/index.ts'
import type { Promos } from '../promos/index.ts'
import type { Requests, StoredRequest } from '../requests/index.ts'

interface Parts {
  readonly lender: Pick<Lender, 'durations'>
  readonly requests: Requests
  readonly auth: Pick<Auth, 'learn'>
  readonly consents: Pick<Consents, 'give'>
  readonly published: Documents
  readonly people: People
  readonly promos: Promos
  readonly payouts: Pick<Payouts, 'changeDestination'>
  readonly evidence: Pick<Evidence, 'take' | 'carry'>
}

export type ServicesFor = (tx: Tx, request: StoredRequest) => Omit<StepServices, 'clientId' | 'requestId'>

/** What accepted answers of steps may set off, bound to one request and transaction. */
export function createStepServices(parts: Parts): ServicesFor {
  const { lender, requests, auth, consents, published, people, promos, payouts, evidence } = parts

  return (tx, request) => ({
    giveConsents: async (ids) => {
      const given = published.current('consent').filter(({ id }) => ids.includes(id))
      await consents.give(tx, request.client_id, given)
    },
    learn: (person) => auth.learn(tx, request.client_id, person),
    identify: async (facts) => {
      await people.learn(tx, request.client_id, facts)
      if (facts.firstLoan && (await people.hadContract(tx, request.client_id, request.id)))
        await requests.saveFacts(tx, request, { ...facts, firstLoan: false })
    },
    promoIssues: (facts) => promos.issues(tx, request, facts),
    holdPromo: (facts) => promos.hold(tx, request, facts),
    changeDestination: async (facts) => {
      await people.learn(tx, request.client_id, facts)
      await payouts.changeDestination(tx, request, facts)
    },
    showTerms: async (terms) => {
      await requests.touch(tx, request, { shown: { terms } })
    },
    takeEvidence: (step, file, answers) => evidence.take(tx, request, step, file, answers),
    carryEvidence: (step, file, life) => evidence.carry(tx, request, step, file, durationMs(lender.durations[life])),
  })
}

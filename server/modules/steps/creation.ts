import type { Facts } from '#contract/facts.ts'
import type { Raw } from '#contract/step.ts'
import { validateStep } from '#contract/step.ts'
import { fail } from '#server/platform/failure.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Auth } from '../auth/index.ts'
import type { People } from '../people/index.ts'
import type { Requests, StoredRequest } from '../requests/index.ts'
import type { StepRegistry } from './registry.ts'
import type { Steps } from './service.ts'

const requestForm = 34

interface Parts {
  readonly requests: Requests
  readonly steps: Steps
  readonly registry: StepRegistry
  readonly auth: Pick<Auth, 'clientWithin'>
  readonly people: Pick<People, 'hadContract'>
}

/** Creates a request from the request form: one open loan request a client, the rest prefilled from the last one. */
export function createCreation({ requests, steps, registry, auth, people }: Parts) {
  async function known(tx: Tx, clientId: string): Promise<Pick<Facts, 'firstLoan' | 'phone' | 'confirmedEmail'>> {
    const { phone, email } = await auth.clientWithin(tx, clientId)
    const firstLoan = !(await people.hadContract(tx, clientId, ''))
    return { firstLoan, phone, ...(email && { confirmedEmail: email }) }
  }

  return async (tx: Tx, clientId: string, raw: Raw): Promise<StoredRequest> => {
    const form = registry.all.get(requestForm)
    if (!form) throw new Error('there is no request form (step 34)')
    if (await requests.openLoan(tx, clientId)) throw fail('request_open')
    const before = await requests.lastSent(tx, clientId)
    const created = await requests.create(tx, clientId, 'loan', { terms: null })
    const request = await requests.saveFacts(tx, created, await known(tx, clientId))
    const checked = validateStep(form, raw, steps.context(request))
    if (!checked.ok) throw fail('invalid_answers', { issues: checked.issues })
    const { request: wished } = await steps.accept(tx, request, requestForm, { revision: 0, raw })
    return before ? steps.prefill(tx, wished, before) : wished
  }
}

export type CreateRequest = ReturnType<typeof createCreation>

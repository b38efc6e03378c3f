import type { Lender } from '#contract/lender.ts'
import { dateInZone } from '#contract/zones.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Bureau } from '#server/providers/bureau/port.ts'
import type { Scoring } from '#server/providers/scoring/port.ts'
import type { Identity } from '../identity/index.ts'
import type { Loans } from '../loans/index.ts'
import type { People } from '../people/index.ts'
import type { KnownRegistry, Wanted } from '../registry/index.ts'
import type { Requests, StoredRequest } from '../requests/index.ts'
import type { Terms } from '../terms/index.ts'
import { gather } from './gathering.ts'
import type { DecisionInputs } from './inputs.ts'
import { opinionOf } from './opinion-store.ts'
import type { RegionalIncome } from './regional-income.ts'
import { decisionsOf } from './store.ts'
import { snoozesOf } from './workbench/snooze-store.ts'

interface Parts {
  readonly platform: Platform
  readonly requests: Requests
  readonly loans: Pick<Loans, 'ofAccounts'>
  readonly people: Pick<People, 'accounts' | 'signals' | 'listed'>
  /** A credit report; null: no vendor of one. */
  readonly bureau: Bureau | null
  /** The qualified bureaus; null: this lender asks none. */
  readonly registry?: Pick<KnownRegistry, 'known'> | null
  /** The lender's scoring; null: none is asked. */
  readonly scoring?: Scoring | null
  readonly identity?: Pick<Identity, 'standing' | 'askable'>
  readonly lender: Lender
  /** Its tariffs by moment; none: the lender's as they are. */
  readonly terms?: Pick<Terms, 'forRequest'>
  readonly income: RegionalIncome
}

/** Gathers all that a decision looks at, as it is now. Null while the bureaus are waited for; throws when a credit report does not come. */
export type InputsOf = (request: StoredRequest, wanted: Wanted) => Promise<DecisionInputs | null>

/** Figures and ids: who the person is the scoring reads by its own right, if it has one. */
function questionOf(
  request: StoredRequest,
  { wish, product, person, income, declaredPayments, own, bureau }: DecisionInputs,
) {
  const { amount, term, firstLoan } = wish
  return {
    request: request.id,
    person: request.client_id,
    product: product.id,
    amount,
    term,
    firstLoan,
    age: person.age,
    income: income.declared,
    payments: declaredPayments,
    loans: own.loans,
    overdueDays: own.overdueDays,
    bureauScore: bureau.score,
  }
}

export function createInputs({
  platform,
  requests,
  loans,
  people,
  bureau,
  registry,
  scoring = null,
  identity,
  lender,
  terms,
  income,
}: Parts): InputsOf {
  const { clock, db } = platform

  return async (request, wanted) => {
    const known = (await registry?.known(request, wanted)) ?? null
    if (registry && !known) return null
    const facts = requests.facts(request)
    const before = await decisionsOf(db, request.id)
    const opinion = await opinionOf(db, request.id, clock.now())
    const by = terms?.forRequest(request.sent_at, facts)
    const gathered = await gather(
      { lender: by?.lender ?? lender, bureau, income },
      {
        day: dateInZone(clock.now(), lender.zone),
        facts,
        loans: await loans.ofAccounts(await people.accounts(request.client_id)),
        lists: await people.listed(request.client_id, facts),
        signals: await people.signals(request.client_id),
        registry: known,
        identity: (await identity?.standing(request, facts)) ?? null,
        identityAskable: identity?.askable() ?? false,
        referredBefore: before.some(({ outcome }) => outcome === 'refer'),
      },
    )
    const snoozed = await snoozesOf(db, await people.accounts(request.client_id), gathered.day)
    const withSnoozed = { ...gathered, ...(by && { tariffs: by.tariffs }), ...(snoozed.length > 0 && { snoozed }) }
    const told = opinion ? { score: opinion.score, reasons: opinion.reasons } : null
    // A word it has said by itself stands until it runs out; the law is looked at without it.
    if (told || !scoring || wanted.for !== 'decision') return { ...withSnoozed, opinion: told }
    const said = await scoring.ask(questionOf(request, gathered))
    return { ...withSnoozed, opinion: said, scoring: said ? 'answered' : 'silent' }
  }
}

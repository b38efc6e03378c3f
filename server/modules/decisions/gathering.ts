import { debtOn, fullCostOfDated, type RunningLoan, termOf } from '#contract/calculation.ts'
import { ageOn, type IsoDate } from '#contract/dates.ts'
import type { Facts } from '#contract/facts.ts'
import type { Lender } from '#contract/lender.ts'
import { addMoney, kopecks } from '#contract/money.ts'
import type { OwnList } from '#contract/person/lists.ts'
import { type Signal, signalKinds } from '#contract/person/signals.ts'
import { type RuleName, type RuleRow, ruleOn, ruleRowOn } from '#contract/rules.ts'
import { findProduct } from '#contract/wish.ts'
import type { Bureau, BureauPerson, BureauReport } from '#server/providers/bureau/port.ts'
import type { Standing } from '../identity/index.ts'
import type { KnownLoan } from '../loans/index.ts'
import type { RegistryFacts } from '../registry/index.ts'
import { type DecisionInputs, monthlyPayment, type OwnHistory, openElsewhere } from './inputs.ts'
import { identityMeets } from './law.ts'
import { incomeOf, type RegionalIncome } from './regional-income.ts'

/** Rules a decision looks at. */
const needed: readonly RuleName[] = [
  'dailyRateCap',
  'fullCostCap',
  'overpaymentCap',
  'selfBanChecked',
  'debtBurdenFrom',
  'debtBurdenNotice',
  'expensiveLoanLimit',
  'expensiveLoanPause',
  'biometricsFor',
  'identityAccepted',
  'shortLoansPerYear',
  'largestLoan',
]

const rowsOn = (lender: Lender, day: IsoDate): RuleRow[] =>
  needed.flatMap((rule) => (ruleRowOn(lender.rules, rule, day) as RuleRow | null) ?? [])

/** The full cost by the contract: of a loan that was free, 0. */
function fullCostOf({ startDate, principal, schedule }: RunningLoan): string {
  const rows = schedule.map(({ date, payment }) => ({ date, amount: payment }))
  return fullCostOfDated([{ date: startDate, amount: kopecks(-principal) }, ...rows])
}

/** What this lender's own loans say of a person: each counted once, by its contract. */
export function historyOf(known: readonly KnownLoan[], lender: Lender, day: IsoDate): OwnHistory {
  const shortDays = ruleOn(lender.rules, 'shortLoansPerYear', day)?.loansUpToDays ?? 0
  const loans = known.map(({ loan }) => loan)
  const running = known.filter(({ state }) => state === 'running').map(({ loan }) => loan)
  const monthly = (loan: RunningLoan) =>
    monthlyPayment({ days: termOf(loan), totalToReturn: addMoney(...loan.schedule.map(({ payment }) => payment)) })
  return {
    loans: loans.length,
    shortLoansThisYear: loans.filter((l) => l.startDate.slice(0, 4) === day.slice(0, 4) && termOf(l) <= shortDays)
      .length,
    unpaid: running.map(fullCostOf),
    monthlyPayments: running.reduce((sum, loan) => sum + monthly(loan), 0),
    overdueDays: Math.max(0, ...running.map((loan) => debtOn(loan, day, lender.rules).overdueDays)),
    closed: loans.flatMap((loan) => {
      const on = debtOn(loan, day, lender.rules).closedOn
      return on ? [{ fullCost: fullCostOf(loan), on }] : []
    }),
  }
}

interface Sources {
  readonly lender: Lender
  /** A credit report; null: no vendor of one. */
  readonly bureau: Bureau | null
  readonly income: RegionalIncome
}

interface Known {
  readonly day: IsoDate
  readonly facts: Facts
  readonly loans: readonly KnownLoan[]
  readonly lists: readonly OwnList[]
  readonly signals: readonly Signal[]
  readonly referredBefore: boolean
  /** Who the person is proven to be; null: nobody has said. */
  readonly identity: Standing | null
  readonly identityAskable: boolean
  /** What the registries say; null: this lender asks none. */
  readonly registry: RegistryFacts | null
}

/** Without a credit report: what the registries tell of it, and nothing known where they are silent. */
function reportOf(facts: RegistryFacts | null): BureauReport {
  if (!facts) throw new Error('neither a credit report nor the registries: nothing is known of the person')
  return {
    reportId: facts.day,
    selfBan: facts.ban === 'binding',
    unpaidLoans: openElsewhere(facts).map(({ monthly, fullCost }) => ({
      balance: null,
      monthlyPayment: monthly ?? 0,
      fullCostPercent: fullCost,
      overdueDays: null,
      lender: null,
    })),
    monthlyIncome: null,
    history: null,
    score: null,
  }
}

/** The credit report did not come: who waits for it is told so, and a job asks again. */
export class ReportAway extends Error {}

const asked = (bureau: Bureau, person: BureauPerson) =>
  bureau.report(person).catch((cause: unknown) => {
    throw new ReportAway('the credit report did not come', { cause })
  })

/** Others refused this person for a suspicion of fraud, the bureaus say. */
function fraudOf(registry: RegistryFacts | null): Signal[] {
  const persons = registry?.elsewhere.refusedForFraud ?? 0
  if (!registry || persons === 0) return []
  const { weight } = signalKinds.bureauFraud
  return [{ kind: 'bureauFraud', weight, persons, since: `${registry.day}T00:00:00.000Z`, compared: 'ответы бюро' }]
}

/** Collects everything a decision depends on. Asks for the credit report; throws ReportAway when it does not come. */
export async function gather({ lender, bureau, income }: Sources, known: Known): Promise<DecisionInputs> {
  const { day, facts, loans, lists, signals, referredBefore, registry, identity, identityAskable } = known
  const product = findProduct(lender, facts.product)
  const { surname, name, birthDate, passportNumber, amount, term } = facts
  if (!product || !surname || !name || !birthDate || !passportNumber || !amount || !term)
    throw new Error('a request without its required facts cannot be decided')
  const { patronymic, inn, snils } = facts
  const person = { surname, name, patronymic, birthDate, passportNumber, inn, snils }
  const report = bureau ? await asked(bureau, person) : reportOf(registry)
  return {
    day,
    lenderKind: lender.legal.kind,
    identityProvider: lender.flow.identity.demand === 'always' ? 'esia' : 'none',
    identified: identity !== null && identityMeets(identity, lender.rules, day, lender.legal.kind),
    identity,
    identityAskable,
    ogrn: lender.legal.ogrn,
    rules: rowsOn(lender, day),
    product,
    wish: { amount, term, promo: facts.promo ?? null, firstLoan: (facts.firstLoan ?? true) && loans.length === 0 },
    person: { age: ageOn(birthDate as IsoDate, day) },
    income: { declared: facts.income ?? 0, regional: incomeOf(income, facts.region) },
    declaredPayments: facts.debtPayments ?? 0,
    bureau: { ...report, name: bureau?.name ?? 'КБКИ' },
    ...(registry && { registry }),
    own: historyOf(loans, lender, day),
    blacklisted: lists.includes('black'),
    lists,
    signals: [...signals, ...fraudOf(registry)],
    referredBefore,
  }
}

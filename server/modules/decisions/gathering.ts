import { yearlyRatePercent } from '#contract/calculation.ts'
import type { LoanView } from '#contract/calls/loans.ts'
import { ageOn, daysBetween, type IsoDate } from '#contract/dates.ts'
import type { Facts } from '#contract/facts.ts'
import type { Lender } from '#contract/lender.ts'
import { type RuleName, type RuleRow, ruleOn, ruleRowOn } from '#contract/rules.ts'
import { findProduct } from '#contract/wish.ts'
import type { Bureau } from '#server/providers/bureau/port.ts'
import type { DecisionInputs, OwnHistory } from './inputs.ts'
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
  'biometricsFor',
  'shortLoansPerYear',
  'largestLoan',
]

const rowsOn = (lender: Lender, day: IsoDate): RuleRow[] =>
  needed.flatMap((rule) => (ruleRowOn(lender.rules, rule, day) as RuleRow | null) ?? [])

/** What this lender's own loans say of a person. */
export function historyOf(loans: readonly LoanView[], lender: Lender, day: IsoDate): OwnHistory {
  const shortDays = ruleOn(lender.rules, 'shortLoansPerYear', day)?.loansUpToDays ?? 0
  const isShort = (loan: LoanView) => daysBetween(loan.startDate as IsoDate, loan.dueDate as IsoDate) <= shortDays
  const running = loans.filter(({ state }) => state === 'running')
  return {
    loans: loans.length,
    shortLoansThisYear: loans.filter((l) => l.contractDate.slice(0, 4) === day.slice(0, 4) && isShort(l)).length,
    unpaid: running.map(({ dailyRate }) => yearlyRatePercent(dailyRate)),
    overdueDays: Math.max(0, ...running.map(({ debt }) => debt.overdueDays)),
  }
}

interface Sources {
  readonly lender: Lender
  readonly bureau: Bureau
  readonly income: RegionalIncome
}

interface Known {
  readonly day: IsoDate
  readonly facts: Facts
  readonly loans: readonly LoanView[]
  readonly blacklisted: boolean
  readonly referredBefore: boolean
}

/** Collects everything a decision depends on. Asks the bureau; throws when it does not answer. */
export async function gather({ lender, bureau, income }: Sources, known: Known): Promise<DecisionInputs> {
  const { day, facts, loans, blacklisted, referredBefore } = known
  const product = findProduct(lender, facts.product)
  const { surname, name, birthDate, passportNumber, amount, term } = facts
  if (!product || !surname || !name || !birthDate || !passportNumber || !amount || !term)
    throw new Error('a request without its required facts cannot be decided')
  const report = await bureau.report({
    surname,
    name,
    patronymic: facts.patronymic,
    birthDate,
    passportNumber,
    inn: facts.inn,
    snils: facts.snils,
  })
  return {
    day,
    lenderKind: lender.legal.kind,
    identityProvider: lender.flow.identityProvider,
    rules: rowsOn(lender, day),
    product,
    wish: { amount, term, promo: facts.promo ?? null, firstLoan: facts.firstLoan ?? loans.length === 0 },
    person: { age: ageOn(birthDate as IsoDate, day) },
    income: { declared: facts.income ?? 0, regional: incomeOf(income, facts.region) },
    declaredPayments: facts.debtPayments ?? 0,
    bureau: { ...report, name: bureau.name },
    own: historyOf(loans, lender, day),
    blacklisted,
    referredBefore,
  }
}

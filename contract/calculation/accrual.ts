import { daysBetween, type IsoDate } from '../dates.ts'
import { type Account, duePrincipal, duePrincipalLate, type Terms } from './account.ts'
import { interestOn, kopeckDays, penaltyOn } from './exact.ts'

/** What is charged at all on the days of a stretch. */
export interface Charged {
  readonly interest: boolean
  readonly penalty: boolean
}

/** What one day of a stretch adds while nothing changes: the sums that bear interest and penalty. */
interface Stretch {
  readonly bearing: number
  readonly late: number
  readonly interestRuns: boolean
}

/**
 * Charges interest and penalty for each day after `from` up to `to`, between which nothing happens, neither a payment nor a date nor the end
 * of a free period. Both stop for good when they reach the cap together (353-ФЗ art. 5 p. 24), interest of a day before its penalty.
 */
export function accrue(account: Account, terms: Terms, from: IsoDate, to: IsoDate, charged: Charged): void {
  const room = terms.cap - account.charged
  if (account.principal === 0 || room <= 0) return
  const late = duePrincipalLate(account, from)
  // The principal of a payment whose date is a day off stands free of interest till its last day: what is printed stays true.
  const standing = account.single || account.due.length === 0 ? 0 : duePrincipal(account) - late
  const stretch = {
    bearing: account.principal - standing,
    late: charged.penalty ? late : 0,
    interestRuns: charged.interest,
  }
  const days = daysBetween(from, to)
  const whole = after(account, terms, stretch, from, days)
  if (whole.interest + whole.penalty < room) {
    charge(account, whole)
    return
  }
  let enough = days
  for (let few = 0; enough - few > 1; ) {
    const middle = few + Math.floor((enough - few) / 2)
    const { interest, penalty } = after(account, terms, stretch, from, middle)
    if (interest + penalty >= room) enough = middle
    else few = middle
  }
  const before = after(account, terms, stretch, from, enough - 1)
  const last = after(account, terms, stretch, from, enough)
  const interest = Math.min(last.interest, room - before.penalty)
  charge(account, { ...last, interest, penalty: room - interest })
}

function after(account: Account, terms: Terms, { bearing, late, interestRuns }: Stretch, from: IsoDate, days: number) {
  const interestDays = account.interestDays + (interestRuns ? bearing * days : 0)
  const yearly = interestRuns && late > 0 ? kopeckDays(late, from, days) : { common: 0, leap: 0 }
  const penaltyDays = {
    common: account.penaltyDays.common + yearly.common,
    leap: account.penaltyDays.leap + yearly.leap,
    withoutInterest: account.penaltyDays.withoutInterest + (interestRuns ? 0 : late * days),
  }
  const { penaltyYearly, penaltyDaily } = terms
  return {
    interestDays,
    penaltyDays,
    interest: interestOn(interestDays, terms.daily) - account.periodInterest,
    penalty: penaltyOn(penaltyDays, penaltyDays.withoutInterest, penaltyYearly, penaltyDaily) - account.penaltyInAll,
  }
}

function charge(account: Account, { interest, penalty, interestDays, penaltyDays }: ReturnType<typeof after>): void {
  Object.assign(account, { interestDays, penaltyDays })
  account.periodInterest += interest
  account.penaltyInAll += penalty
  account.penalty += penalty
  account.charged += interest + penalty
  // With the whole principal due there is no current period left: its interest is payable with it.
  const last = account.due.at(-1)
  if (last && duePrincipal(account) === account.principal) last.interest += interest
  else account.interest += interest
}

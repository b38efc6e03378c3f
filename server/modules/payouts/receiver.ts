import type { IsoDate } from '#contract/dates.ts'
import type { Destination } from '#contract/facts.ts'
import type { Lender } from '#contract/lender.ts'
import { type RuleTable, ruleOn } from '#contract/rules.ts'
import { dateInZone } from '#contract/zones.ts'
import { StartRefused } from '#server/platform/refusal.ts'
import type { CancelReason, PayoutRail } from '#server/providers/payout/port.ts'

/** Why nothing may be sent to such a destination on that day, or null: the rail pays there, and compares the receiver's name where the law asks for it. */
export function unpayable(
  kind: Destination['kind'],
  rail: Pick<PayoutRail, 'takes' | 'checksReceiver'>,
  rules: RuleTable,
  day: IsoDate,
): Extract<CancelReason, 'destination_not_taken' | 'receiver_not_checked'> | null {
  if (!rail.takes.includes(kind)) return 'destination_not_taken'
  if (ruleOn(rules, 'receiverIsBorrower', day) && !rail.checksReceiver.includes(kind)) return 'receiver_not_checked'
  return null
}

/** Refuses the start with a method borrowers could choose and the rail may not pay to. */
export function mayBePaid(
  rail: Pick<PayoutRail, 'name' | 'takes' | 'checksReceiver'>,
  { flow, rules, zone }: Pick<Lender, 'flow' | 'rules' | 'zone'>,
  now: Date,
): void {
  const refused = (reason: ReturnType<typeof unpayable>) =>
    flow.payoutMethods.filter((method) => unpayable(method, rail, rules, dateInZone(now, zone)) === reason)
  const [never, unchecked] = [refused('destination_not_taken'), refused('receiver_not_checked')]
  if (never.length > 0)
    throw new StartRefused(
      `flow.payoutMethods names ${never.join(', ')}, which ${rail.name} cannot pay to: take it out`,
    )
  if (unchecked.length > 0)
    throw new StartRefused(
      `flow.payoutMethods names ${unchecked.join(', ')}, where ${rail.name} does not compare the receiver's name, as receiverIsBorrower asks: take it out`,
    )
}

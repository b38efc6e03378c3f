import { type Destination, destinationText, type Facts } from '#contract/facts.ts'
import type { LoanRequest } from '#contract/request.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { PayoutOrder } from '#server/providers/payout/port.ts'
import type { PayoutState } from './store.ts'

export const payoutJob = 'payout'
export const payoutPlace = (id: string) => ({ table: 'payout', id })
export const attemptPlace = (id: string) => ({ table: 'payout_attempt', id })
export const jobActor = { kind: 'job' as const, id: payoutJob }

type Receiver = PayoutOrder['receiver']

/** Where the money goes and to whom: kept sealed with the payout. */
export interface Intent {
  readonly destination: Destination
  readonly receiver: Receiver
}

export const receiverOf = (facts: Facts): Receiver => ({
  surname: facts.surname ?? '',
  name: facts.name ?? '',
  patronymic: facts.patronymic,
})

/** What the borrower sees of a payout. Why the rail refused our call is ours to repair; that no money left is theirs to know. */
export function shownPayout(
  { clock }: Pick<Platform, 'clock'>,
  state: Exclude<PayoutState, 'withdrawn'>,
  destination: Destination,
  reason?: string,
): NonNullable<LoanRequest['payout']> {
  return {
    state,
    destination: destinationText(destination),
    at: clock.now().toISOString(),
    ...(reason && { reason }),
  }
}

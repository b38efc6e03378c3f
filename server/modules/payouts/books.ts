import { type Destination, destinationText, type Facts } from '#contract/facts.ts'
import type { LoanRequest } from '#contract/request.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
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

type Actor = Parameters<Tx['journal']>[0]['actor']

export function entry(
  tx: Tx,
  event: string,
  requestId: string,
  data: Record<string, unknown>,
  actor: Actor = jobActor,
): void {
  tx.journal({ event, actor, subject: { kind: 'request', id: requestId }, data })
}

/** What the borrower sees of a payout. That the rail refuses our calls is ours to repair: for the borrower it is being checked. */
export function shownPayout(
  { clock }: Pick<Platform, 'clock'>,
  state: PayoutState,
  destination: Destination,
  reason?: string,
): NonNullable<LoanRequest['payout']> {
  return {
    state: state === 'refused' ? 'checking' : state,
    destination: destinationText(destination),
    at: clock.now().toISOString(),
    ...(reason && { reason }),
  }
}

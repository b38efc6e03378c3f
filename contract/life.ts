import type { StatusSource } from './status.ts'

/** The states a loan request lives through on the server. Verification is two: waiting in the queue, and in a reviewer's hands. */
export const states = [
  'New',
  'Queued',
  'InReview',
  'RollbackVerification',
  'Hyb_Verification_Approved',
  'Approved',
  'Cooldown',
  'Payout',
  'Processed',
  'Rejected',
] as const
export type State = (typeof states)[number]

export const events = [
  'send',
  'claim',
  'takeOver',
  'release',
  'leaseOver',
  'askSecond',
  'return',
  'approve',
  'refuse',
  'decideOffer',
  'decideReject',
  'decideRefer',
  'sign',
  'signCoolingOff',
  'decline',
  'offerOver',
  'coolingOffOver',
  'refuseLoan',
  'paid',
  'payoutCancelled',
  'withdraw',
] as const
export type LifeEvent = (typeof events)[number]

export type Who = 'client' | 'office' | 'job'

export interface Transition {
  readonly from: State
  readonly event: LifeEvent
  readonly to: State
  readonly who: readonly Who[]
}

const row = (from: State, event: LifeEvent, to: State, ...who: Who[]): Transition => ({ from, event, to, who })

/** The life of a request. An event with no row for the present state is refused and changes nothing. */
export const lifeTable: readonly Transition[] = [
  row('New', 'send', 'Queued', 'client'),
  row('New', 'withdraw', 'Rejected', 'client'),
  row('RollbackVerification', 'send', 'Queued', 'client'),
  row('RollbackVerification', 'withdraw', 'Rejected', 'client'),
  row('Queued', 'claim', 'InReview', 'office'),
  row('InReview', 'takeOver', 'InReview', 'office'),
  row('InReview', 'release', 'Queued', 'office'),
  row('InReview', 'leaseOver', 'Queued', 'job'),
  row('InReview', 'askSecond', 'Queued', 'office'),
  row('InReview', 'return', 'RollbackVerification', 'office'),
  row('InReview', 'approve', 'Hyb_Verification_Approved', 'office'),
  row('InReview', 'refuse', 'Rejected', 'office'),
  row('Hyb_Verification_Approved', 'decideOffer', 'Approved', 'job'),
  row('Hyb_Verification_Approved', 'decideReject', 'Rejected', 'job'),
  row('Hyb_Verification_Approved', 'decideRefer', 'Queued', 'job'),
  row('Approved', 'sign', 'Payout', 'client'),
  row('Approved', 'signCoolingOff', 'Cooldown', 'client'),
  row('Approved', 'decline', 'Rejected', 'client'),
  row('Approved', 'offerOver', 'Rejected', 'job'),
  row('Cooldown', 'coolingOffOver', 'Payout', 'job'),
  row('Cooldown', 'refuseLoan', 'Rejected', 'client'),
  row('Payout', 'paid', 'Processed', 'job'),
  row('Payout', 'payoutCancelled', 'Payout', 'job'),
]

/** The state after `event`, or null where the table has no such row for this actor. */
export function nextState(from: State, event: LifeEvent, who: Who): State | null {
  return lifeTable.find((t) => t.from === from && t.event === event && t.who.includes(who))?.to ?? null
}

interface Stored {
  readonly status: number
  readonly verification: number | null
}

/** The numbers a state is stored as: the request's own status and its verification's. */
export const storedAs: Readonly<Record<State, Stored>> = {
  New: { status: 0, verification: null },
  Queued: { status: 2, verification: 1 },
  InReview: { status: 2, verification: 2 },
  RollbackVerification: { status: 0, verification: 5 },
  Hyb_Verification_Approved: { status: 0, verification: 3 },
  Approved: { status: 3, verification: 3 },
  Cooldown: { status: 4.5, verification: 3 },
  Payout: { status: 4.7, verification: 3 },
  Processed: { status: 5, verification: 3 },
  Rejected: { status: 4, verification: 4 },
}

/** The state behind stored numbers, or null for numbers the server never writes. */
export function stateOf(request: Pick<StatusSource, 'status' | 'verification'>): State | null {
  const verification = request.verification?.status ?? null
  if (request.status === 4) return 'Rejected'
  return states.find((s) => storedAs[s].status === request.status && storedAs[s].verification === verification) ?? null
}

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
  'payoutAbandoned',
  'withdraw',
  'barred',
] as const
export type LifeEvent = (typeof events)[number]

export type Who = 'client' | 'staff' | 'job'

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
  row('Queued', 'claim', 'InReview', 'staff'),
  row('InReview', 'takeOver', 'InReview', 'staff'),
  row('InReview', 'release', 'Queued', 'staff'),
  row('InReview', 'leaseOver', 'Queued', 'job'),
  row('InReview', 'askSecond', 'Queued', 'staff'),
  row('InReview', 'return', 'RollbackVerification', 'staff'),
  row('InReview', 'approve', 'Hyb_Verification_Approved', 'staff'),
  row('InReview', 'refuse', 'Rejected', 'staff'),
  row('Hyb_Verification_Approved', 'decideOffer', 'Approved', 'job'),
  row('Hyb_Verification_Approved', 'decideReject', 'Rejected', 'job'),
  row('Hyb_Verification_Approved', 'decideRefer', 'Queued', 'job'),
  row('Approved', 'sign', 'Payout', 'client'),
  row('Approved', 'signCoolingOff', 'Cooldown', 'client'),
  row('Approved', 'decline', 'Rejected', 'client'),
  row('Approved', 'offerOver', 'Rejected', 'job'),
  row('Approved', 'barred', 'Rejected', 'job'),
  row('Cooldown', 'coolingOffOver', 'Payout', 'job'),
  row('Cooldown', 'refuseLoan', 'Rejected', 'client'),
  row('Payout', 'refuseLoan', 'Rejected', 'client'),
  row('Payout', 'barred', 'Rejected', 'job'),
  row('Payout', 'paid', 'Processed', 'job'),
  row('Payout', 'payoutCancelled', 'Payout', 'job'),
  row('Payout', 'payoutAbandoned', 'Rejected', 'job'),
]

/** The state after `event`, or null where the table has no such row for this actor. */
export function nextState(from: State, event: LifeEvent, who: Who): State | null {
  return lifeTable.find((t) => t.from === from && t.event === event && t.who.includes(who))?.to ?? null
}

/** The states nothing comes after. */
export const endStates = ['Processed', 'Rejected'] as const satisfies readonly State[]

/** The states of a request whose contract is signed. */
export const signedStates = ['Cooldown', 'Payout', 'Processed'] as const satisfies readonly State[]

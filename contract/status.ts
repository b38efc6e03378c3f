import { type State, states } from './life.ts'

/** Places of the queue that are counted one by one. */
export const countedPlaces = 1000

/** What a stored request may be: a loan, or the prolongation of one. */
export type RequestType = 'loan' | 'prolongate'

/** The part of a request its status is derived from, as the wire has it. Numbers of the customer's table. */
export interface StatusSource {
  readonly type: string
  readonly status: number
  readonly verification?: { readonly status: number } | null | undefined
}

export type DerivedStatus =
  | 'prolongate'
  | 'New'
  | 'Hyb_Verification_Approved'
  | 'RollbackVerification'
  | 'Verification'
  | 'Approved'
  | 'Rejected'
  | 'Cooldown'
  | 'Payout'
  | 'Processed'
  | 'noResolveStatus'

export interface Derived {
  readonly status: DerivedStatus
  readonly mayCreate: boolean
  readonly mayFill: boolean
}

interface Row extends Derived {
  readonly when: (request: StatusSource) => boolean
}

const verified = (request: StatusSource, status: number) =>
  request.status === 0 && request.verification?.status === status

/** The derivation table, checked in this order. */
export const derivationTable: readonly Row[] = [
  { status: 'prolongate', mayCreate: true, mayFill: true, when: (r) => r.type === 'prolongate' },
  { status: 'New', mayCreate: false, mayFill: true, when: (r) => r.status === 0 && !r.verification },
  { status: 'Hyb_Verification_Approved', mayCreate: false, mayFill: false, when: (r) => verified(r, 3) },
  { status: 'RollbackVerification', mayCreate: false, mayFill: true, when: (r) => verified(r, 5) },
  { status: 'Verification', mayCreate: false, mayFill: false, when: (r) => r.status === 2 },
  { status: 'Approved', mayCreate: false, mayFill: true, when: (r) => r.status === 3 },
  { status: 'Rejected', mayCreate: true, mayFill: false, when: (r) => r.status === 4 },
  { status: 'Cooldown', mayCreate: false, mayFill: true, when: (r) => r.status === 4.5 },
  { status: 'Payout', mayCreate: false, mayFill: true, when: (r) => r.status === 4.7 },
  { status: 'Processed', mayCreate: true, mayFill: false, when: (r) => r.status === 5 },
]

const unresolved: Derived = { status: 'noResolveStatus', mayCreate: false, mayFill: false }

/** The derived status of a request and what the client may do with it. The one place that reads the numbers. */
export function deriveStatus(request: StatusSource | null | undefined): Derived {
  const row = request ? derivationTable.find(({ when }) => when(request)) : undefined
  if (!row) return unresolved
  const { status, mayCreate, mayFill } = row
  return { status, mayCreate, mayFill }
}

interface Numbers {
  readonly status: number
  readonly verification: number | null
}

/** The customer's numbers for a state: the request's own and its verification's. Only the wire has them. */
const customerNumbers: Readonly<Record<State, Numbers>> = {
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

/** A state as the wire shows it. A prolongation is not verified. */
export function numbersOf({ type, state }: { readonly type: string; readonly state: State }) {
  const { status, verification } = customerNumbers[state]
  return { type, status, ...(type === 'loan' && verification !== null && { verification: { status: verification } }) }
}

/** The state behind the numbers of the wire, or null for numbers the server never sends. */
export function stateOf(request: Pick<StatusSource, 'status' | 'verification'>): State | null {
  const verification = request.verification?.status ?? null
  const fits = (state: State) =>
    customerNumbers[state].status === request.status && customerNumbers[state].verification === verification
  return request.status === customerNumbers.Rejected.status ? 'Rejected' : (states.find(fits) ?? null)
}

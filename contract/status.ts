/** Places of the queue that are counted one by one. */
export const countedPlaces = 1000

/** What a stored request may be: a loan, or the prolongation of one. */
export type RequestType = 'loan' | 'prolongate'

/** The part of a request its status is derived from. Numbers as stored, see the customer's table. */
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

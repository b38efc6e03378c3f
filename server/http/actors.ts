import type { Caller } from '#contract/call.ts'
import type { StaffRight } from '#contract/roles.ts'

/** What a cookie names a session by: whose it is, and the hash of its secret. */
export interface SessionTicket {
  readonly clientId: string
  readonly tokenHash: Buffer
}

/** A signed-in borrower. */
export interface ClientActor {
  readonly kind: 'client'
  readonly id: string
  readonly sessionId: string
  /** When the session ends if nothing more happens. */
  readonly endsAt: Date
  /** When an SMS code was last entered here; absent: never, as after a passkey or on a phone that only takes photos. */
  readonly confirmedAt?: Date
  /** A phone that takes the photos of one request: nothing else is open to it. */
  readonly only?: string
}

/** Whether this borrower's screen may have to do with a request of theirs. */
export const mayReach = ({ only }: ClientActor, requestId: string) => only === undefined || only === requestId

/** A signed-in member of the staff. */
export interface StaffActor {
  readonly kind: 'staff'
  readonly id: string
  /** What their role lets them do, as it is at this call. */
  readonly rights: readonly StaffRight[]
  readonly sessionId: string
  /** When they signed in here. */
  readonly startedAt?: Date
}

/** Another system of the lender, let in by its token. */
export interface MachineActor {
  readonly kind: 'machine'
  readonly id: string
}

export interface Nobody {
  readonly kind: 'nobody'
  readonly id: 'nobody'
}

/** Who a call declared for `C` may be made by. */
export type ActorOf<C extends Caller> = C extends 'client'
  ? ClientActor
  : C extends 'machine'
    ? MachineActor
    : C extends 'anyone'
      ? Nobody
      : StaffActor

export const nobody: Nobody = { kind: 'nobody', id: 'nobody' }

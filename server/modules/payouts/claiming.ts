import type { Destination } from '#contract/facts.ts'
import { stableId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { PayoutOrder, PayoutRail } from '#server/providers/payout/port.ts'
import { attemptPlace, type Intent, jobActor, payoutPlace } from './books.ts'
import { type AttemptRow, insertAttempt, lockPayout, type PayoutRow, readAttempt, updatePayout } from './store.ts'

/** A payout held by one worker for the time of a lease, with its open attempt. */
export interface Claim {
  readonly payout: PayoutRow
  readonly attempt: AttemptRow
  readonly order: PayoutOrder
  /** The rail has never been called under this attempt's key. */
  readonly fresh: boolean
}

interface Parts {
  readonly platform: Platform
  readonly rail: Pick<PayoutRail, 'name'>
  readonly leaseMs: number
  /** Until when no new transfer to a client may begin. */
  readonly heldUntil: (tx: Tx, clientId: string) => Promise<Date | null>
  /** Whether a case of the client holds the money back. */
  readonly hold: (clientId: string, tx: Tx) => Promise<string | null>
}

const underWay: ReadonlySet<PayoutRow['state']> = new Set(['preparing', 'sent', 'checking'])
const goesOn = ({ state }: AttemptRow) => state === 'open' || state === 'unknown' || state === 'refused'

export function createClaiming({ platform, rail, leaseMs, heldUntil, hold }: Parts) {
  const { clock, clientKeys } = platform

  async function begin(tx: Tx, payout: PayoutRow, destination: Destination): Promise<AttemptRow> {
    // The rail's memory for keys must outlive ours: after a backup was restored, the same attempt goes out under the same key.
    const id = stableId(`payout ${payout.request_id} ${payout.attempt + 1}`)
    const sealing = await clientKeys.of(tx.db, payout.client_id)
    const row: AttemptRow = {
      id,
      client_id: payout.client_id,
      payout_id: payout.id,
      number: payout.attempt + 1,
      state: 'open',
      sealed: sealing.seal({ destination }, attemptPlace(id)),
      provider: rail.name,
      provider_id: null,
      reason: null,
      at: clock.now(),
      settled_at: null,
    }
    await insertAttempt(tx.db, row)
    const { number } = row
    tx.journal({
      event: 'payout.attempt',
      actor: jobActor,
      subject: { kind: 'request', id: payout.request_id },
      data: { payout: payout.id, attempt: id, number, amount: payout.amount },
    })
    return row
  }

  /** Takes the payout for a while and finds or makes its open attempt. Null: nothing to do, or somebody else is at it. */
  return async (tx: Tx, payoutId: string): Promise<Claim | null> => {
    const payout = await lockPayout(tx.db, payoutId)
    const now = clock.now()
    if (!payout || !underWay.has(payout.state)) return null
    if (payout.lease_until && payout.lease_until > now) return null
    const sealing = await clientKeys.of(tx.db, payout.client_id)
    const intent = sealing.unseal<Intent>(payout.sealed, payoutPlace(payout.id))
    const before = payout.attempt > 0 ? await readAttempt(tx.db, payout.id, payout.attempt) : undefined
    const going = before && goesOn(before) ? before : undefined
    // What has gone out is seen through; only a new transfer waits.
    if (!going && ((await heldUntil(tx, payout.client_id)) || (await hold(payout.client_id, tx)))) return null
    const attempt = going ?? (await begin(tx, payout, intent.destination))
    await updatePayout(tx.db, payout.id, {
      state: going ? payout.state : 'sent',
      attempt: attempt.number,
      lease_until: new Date(now.getTime() + leaseMs),
      updated_at: now,
    })
    const { destination } = sealing.unseal<Pick<Intent, 'destination'>>(attempt.sealed, attemptPlace(attempt.id))
    const order = {
      key: attempt.id,
      amount: payout.amount,
      destination,
      receiver: intent.receiver,
      about: 'Выдача займа',
      at: attempt.at,
    }
    return { payout, attempt, order, fresh: !going }
  }
}

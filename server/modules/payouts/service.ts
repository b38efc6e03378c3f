import type { Destination, Facts } from '#contract/facts.ts'
import type { Lender } from '#contract/lender.ts'
import { dateInZone } from '#contract/zones.ts'
import { crash } from '#server/platform/crash.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import { stillCounts } from '#server/platform/second-word.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { type PayoutRail, RailTrouble } from '#server/providers/payout/port.ts'
import type { StoredRequest } from '../requests/index.ts'
import { type Intent, jobActor, payoutJob, payoutPlace, receiverOf, shownPayout } from './books.ts'
import { type Claim, createClaiming } from './claiming.ts'
import { type OfRequest, payoutReactions } from './reactions.ts'
import { unpayable } from './receiver.ts'
import { createSettling, type Outcome, type SettlingParts } from './settling.ts'
import {
  countOpen,
  insertPayout,
  lockPayout,
  openPayouts,
  type PayoutState,
  payoutByTransfer,
  payoutOfRequest,
  payoutsGivenBack,
  readAttempt,
  readPayout,
  updateAttempt,
  updatePayout,
} from './store.ts'

/** The lease is longer than the four calls of the rail one turn may make; the key makes a second caller harmless all the same. */
const usual: PayoutTimes = { leaseMs: 60_000, pollMs: 3000, abandonedMs: 30 * 86_400_000 }
const atOnce = 4
const abandonedEvery = 15_000

/** None was sent, or the last transfer is surely over. */
const notUnderWay: ReadonlySet<PayoutState> = new Set(['preparing', 'cancelled', 'unfunded'])

export interface PayoutTimes {
  /** How long a worker that has died keeps a payout from the others. */
  readonly leaseMs: number
  /** How often one under way is looked at. */
  readonly pollMs: number
  /** How long another way for money that came back is waited for. */
  readonly abandonedMs: number
}

interface Parts extends SettlingParts {
  readonly rail: PayoutRail
  readonly lender: Pick<Lender, 'rules' | 'zone'>
  /** Whether the law has come to forbid the loan: then it is given up before any money goes. Throws while that is not known. */
  readonly barred: (requestId: string) => Promise<boolean>
  /** Until when no new transfer to a client may begin: their phone was changed. */
  readonly heldUntil: (tx: Tx, clientId: string) => Promise<Date | null>
  /** What holds the money of a client back: it waits for the staff, or they have confirmed the matter. */
  readonly hold: (clientId: string, tx?: Tx) => Promise<'waits' | 'confirmed' | null>
  /** Whether there is another member of the staff who may go on with a payout. */
  readonly secondSupervisor: (tx: Tx, staffId: string) => Promise<boolean>
  readonly times?: PayoutTimes
}

/**
 * Pays each signed contract exactly once: intent, claim with a lease, the rail called with the attempt's own key, settled
 * by notification and by looking. An unknown outcome is asked about under the same key; only a final «cancelled»
 * lets a new attempt with a new key begin. A call the rail refuses waits for a person.
 */
export function createPayouts(parts: Parts) {
  const { platform, requests, rail, lender, barred, secondSupervisor, heldUntil, hold } = parts
  const { leaseMs, pollMs, abandonedMs } = parts.times ?? usual
  const { clock, jobs, log, metrics } = platform
  const claim = createClaiming({ platform, rail, leaseMs, heldUntil, hold })
  const settle = createSettling(parts)

  async function prepared(tx: Tx, { client_id }: StoredRequest, destination: Destination) {
    const until = await heldUntil(tx, client_id)
    const shown = shownPayout(platform, 'preparing', destination)
    return { ...shown, ...(until && { heldUntil: until.toISOString() }) }
  }

  async function ask({ order, attempt, fresh }: Claim): Promise<Outcome> {
    const found = fresh ? null : await rail.find(order, attempt.provider_id)
    if (found) return found
    // What this rail may not pay, it was never asked to: settings, rail or law have changed since the destination was named.
    const reason = unpayable(order.destination.kind, rail, lender.rules, dateInZone(clock.now(), lender.zone))
    if (reason) return { state: 'cancelled', id: order.key, reason }
    // The rail never saw our key: the first call did not reach it, the same key may go out again.
    return rail.pay(order)
  }

  /** What a failed call means: certain only when no earlier call of the same key can have been heard. */
  function failed({ payout, attempt, fresh }: Claim, error: unknown): Outcome {
    log.warn({ payout: payout.id, attempt: attempt.id, err: error }, 'payout outcome unknown')
    if (!(error instanceof RailTrouble)) return { state: 'unknown', trouble: null }
    const neverHeard = fresh || attempt.state === 'refused'
    return { state: error.nothingMade && neverHeard ? 'refused' : 'unknown', trouble: error.reason }
  }

  /** One turn of one payout. Safe to run any number of times, by any number of servers. */
  async function work(payoutId: string): Promise<void> {
    const payout = await readPayout(platform.db, payoutId)
    // Only before a new transfer: what has gone out is seen through.
    if (payout?.state === 'preparing') {
      if ((await hold(payout.client_id)) === 'waits') return
      if (await barred(payout.request_id)) return
    }
    const claimed = await platform.transact((tx) => claim(tx, payoutId))
    if (!claimed) return
    crash('payout-claimed')
    const outcome = await ask(claimed).catch((error: unknown) => failed(claimed, error))
    crash('payout-answered')
    await platform.transact((tx) => settle(tx, claimed, outcome))
  }

  /** Looks after every payout that is under way; one that fails does not keep the others waiting. */
  async function sweep(): Promise<void> {
    const now = clock.now()
    const ids = await openPayouts(platform.db, new Date(now.getTime() - pollMs), now)
    const next = async () => {
      for (let id = ids.shift(); id; id = ids.shift()) {
        await work(id).catch((error: unknown) =>
          log.error({ payout: id, err: error }, 'a payout could not be looked after'),
        )
      }
    }
    await Promise.all(Array.from({ length: atOnce }, next))
  }

  /** Gives a payout up while its money is certainly not under way: none was sent, or the last one came back. */
  async function withdraw(tx: Tx, { requestId, clientId }: OfRequest): Promise<void> {
    const payout = await payoutOfRequest(tx.db, { id: requestId, client_id: clientId })
    if (!payout || !notUnderWay.has(payout.state)) throw fail('state_conflict')
    await updatePayout(tx.db, payout.id, { state: 'withdrawn', lease_until: null, updated_at: clock.now() })
    tx.journal({
      event: 'payout.withdraw',
      actor: jobActor,
      subject: { kind: 'request', id: requestId },
      data: { payout: payout.id },
    })
  }

  /** The contract is signed and nothing holds the money back any more. One intent a request. */
  async function intend(tx: Tx, { requestId, clientId }: OfRequest, amount: number): Promise<void> {
    const request = await requests.lock(tx, requestId, clientId)
    const facts = requests.facts(request)
    if (!facts.destination) throw new Error(`request ${requestId} has no destination for its payout`)
    if (await payoutOfRequest(tx.db, request)) return
    const id = newId()
    const now = clock.now()
    const intent: Intent = { destination: facts.destination, receiver: receiverOf(facts) }
    await insertPayout(tx.db, {
      id,
      request_id: requestId,
      client_id: request.client_id,
      amount,
      state: 'preparing',
      sealed: request.sealing.seal(intent, payoutPlace(id)),
      attempt: 0,
      lease_until: null,
      trouble: null,
      retry_asked_by: null,
      retry_attempt: null,
      created_at: now,
      updated_at: now,
    })
    tx.journal({
      event: 'payout.intend',
      actor: jobActor,
      subject: { kind: 'request', id: requestId },
      data: { payout: id, amount },
    })
    await tx.send(payoutJob, { payoutId: id })
    await requests.touch(tx, request, { shown: { payout: await prepared(tx, request, facts.destination) } })
  }

  /** Gives up a payout whose money came back before a moment, unless its owner has named another way meanwhile. */
  async function abandon(tx: Tx, requestId: string, before: Date): Promise<void> {
    const request = await requests.lock(tx, requestId)
    const payout = await payoutOfRequest(tx.db, request)
    if (request.state !== 'Payout' || payout?.state !== 'cancelled' || payout.updated_at > before) return
    await withdraw(tx, { requestId, clientId: request.client_id })
    await tx.emit('payout.abandoned', { requestId })
  }

  async function sweepAbandoned(): Promise<void> {
    const before = new Date(clock.now().getTime() - abandonedMs)
    for (const id of await payoutsGivenBack(platform.db, before))
      await platform.transact((tx) => abandon(tx, id, before))
  }

  platform.reactions.add('payouts', payoutReactions({ intend, withdraw }))
  jobs.every('payouts.abandoned', abandonedEvery, sweepAbandoned)
  jobs.define<{ payoutId: string }>(payoutJob, ({ payoutId }) => work(payoutId))
  jobs.every('payouts', pollMs, sweep)
  metrics.gauge('payouts_in_doubt', 'Payouts sent whose outcome is not known', async () =>
    (await countOpen(platform.db)).reduce((sum, { state, count }) => (state === 'checking' ? sum + count : sum), 0),
  )
  metrics.gauge('payouts_open', 'Payouts that are not settled; trouble="yes": the rail refuses our calls', async () =>
    (await countOpen(platform.db)).map(({ state, trouble, count }) => ({
      labels: { state, trouble: trouble ? 'yes' : 'no' },
      value: count,
    })),
  )

  return {
    /**
     * Another destination after a transfer came back, or was certainly not made: a new attempt under a new key.
     * `state_conflict` while one is under way, or its outcome is not known: the money may be there already.
     */
    async changeDestination(tx: Tx, request: StoredRequest, facts: Facts): Promise<void> {
      const payout = request.state === 'Payout' ? await payoutOfRequest(tx.db, request) : undefined
      if (!payout || !facts.destination) return
      if (payout.state !== 'cancelled' && payout.state !== 'refused') throw fail('state_conflict')
      const refused = payout.state === 'refused' && (await readAttempt(tx.db, payout.id, payout.attempt))
      if (refused) await updateAttempt(tx.db, refused.id, { state: 'cancelled', settled_at: clock.now() })
      const intent: Intent = { destination: facts.destination, receiver: receiverOf(facts) }
      await updatePayout(tx.db, payout.id, {
        state: 'preparing',
        sealed: request.sealing.seal(intent, payoutPlace(payout.id)),
        trouble: null,
        retry_asked_by: null,
        retry_attempt: null,
        updated_at: clock.now(),
      })
      tx.journal({
        event: 'payout.newDestination',
        actor: jobActor,
        subject: { kind: 'request', id: request.id },
        data: { payout: payout.id, kind: facts.destination.kind },
      })
      await requests.touch(tx, request, { shown: { payout: await prepared(tx, request, facts.destination) } })
      await tx.send(payoutJob, { payoutId: payout.id })
    },

    /**
     * Goes on with a payout at the word of two supervisors, of one where there is no other: the rail is asked first, and what it
     * does not know goes out under the same key. The first one's word is for this attempt only. `state_conflict` for a
     * payout that is settled, `second_person` for the same one's second word.
     */
    async retry(tx: Tx, payoutId: string, staffId: string): Promise<void> {
      const payout = await lockPayout(tx.db, payoutId)
      if (!payout) throw fail('not_found')
      if (payout.state === 'succeeded' || payout.state === 'cancelled' || payout.state === 'withdrawn')
        throw fail('state_conflict')
      const actor = { kind: 'staff', id: staffId } as const
      const first = payout.retry_attempt === payout.attempt ? payout.retry_asked_by : null
      if (first === staffId) throw fail('second_person')
      const asked = first && (await stillCounts(tx, first, 'payouts.retry')) ? first : null
      if (!asked && (await secondSupervisor(tx, staffId))) {
        await updatePayout(tx.db, payout.id, { retry_asked_by: staffId, retry_attempt: payout.attempt })
        return tx.journal({
          event: 'payout.retryAsk',
          actor,
          subject: { kind: 'request', id: payout.request_id },
          data: { payout: payout.id, attempt: payout.attempt },
        })
      }
      const attempt = await readAttempt(tx.db, payout.id, payout.attempt)
      // Nothing was ever made under a refused key, so the rail's memory for keys is of no matter: it starts anew.
      if (attempt?.state === 'refused') await updateAttempt(tx.db, attempt.id, { at: clock.now() })
      await updatePayout(tx.db, payout.id, {
        // What there was no money for was surely not sent: a new transfer, with all that is looked at before one.
        state: payout.attempt === 0 || payout.state === 'unfunded' ? 'preparing' : 'checking',
        retry_asked_by: null,
        retry_attempt: null,
      })
      tx.journal({
        event: 'payout.retry',
        actor,
        subject: { kind: 'request', id: payout.request_id },
        data: { payout: payout.id, ...(asked && { askedBy: asked }) },
      })
      await tx.send(payoutJob, { payoutId: payout.id })
    },

    /** A notification of the rail: look at the payout it names. Forged or unknown ones change nothing. */
    async notified(body: unknown): Promise<void> {
      const transferId = rail.readNotification(body)
      const payoutId = transferId ? await payoutByTransfer(platform.db, rail.name, transferId) : undefined
      if (payoutId) await work(payoutId)
    },

    work,
    sweep,
    sweepAbandoned,
  }
}

export type Payouts = ReturnType<typeof createPayouts>

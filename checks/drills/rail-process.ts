import { type Answering, standIn } from '#server/providers/payout/yookassa-stand-in.ts'
import { seeded } from './random.ts'

/**
 * The stand-in of the payout rail as a process of its own, which nobody kills: its ledger is the bank's. Every third call or so goes
 * wrong; a destination that ends in 1 is refused by the receiver's bank. Answers `ledger` with its books.
 */
const { SEED = '1', FAULTS = '0.3', TELL = '' } = process.env
const random = seeded(Number(SEED))
const faults = Number(FAULTS)
const tell = TELL.split(',').filter(Boolean)

const ways = ['lost', 'lost', 'slow', 'error500', 'garbage', 'refused', 'limit429', 'invalid400'] as const
const reasons = ['recipient_not_found', 'rejected_by_payee', 'one_time_limit_exceeded', 'issuer_unavailable'] as const
const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T

const counted: Partial<Record<Answering, number>> = {}

const rail = await standIn({
  agentId: 'drill',
  secretKey: 'not-a-real-key',
  slowMs: 1500,
  answering: () => {
    const how: Answering = random() < faults ? one(ways) : 'well'
    counted[how] = (counted[how] ?? 0) + 1
    return how
  },
  fate: (destination) => {
    const afterMs = Math.floor(random() * 2500)
    return destination.endsWith('1') ? { cancel: one(reasons), afterMs } : { afterMs }
  },
  notify: (body) =>
    fetch(`${one(tell)}/service/webhooks/payouts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(5000),
    }),
})

process.on('message', () => process.send?.({ ledger: [...rail.ledger.values()], calls: rail.calls(), counted }))
process.on('disconnect', () => process.exit(0))
process.send?.({ url: rail.url })

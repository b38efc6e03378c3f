import type { TestClock } from '#server/platform/clock.ts'
import { sandboxBureau } from '#server/providers/bureau/sandbox.ts'
import type { PayoutOrder, PayoutRail, Transfer } from '#server/providers/payout/port.ts'
import { RailTrouble } from '#server/providers/payout/port.ts'
import { Refused, type SmsGateway } from '#server/providers/sms/port.ts'
import type { Vendors } from '#server/vendors.ts'
import type { Gate } from './gate.ts'

export interface Made {
  readonly key: string
  readonly amount: number
  readonly destination: string
  readonly at: number
  state: 'pending' | 'succeeded' | 'cancelled'
  readonly settleAt: number
  readonly fate: 'succeeded' | 'cancelled'
}

/** The world outside: what the bank, the phones and the letter boxes know, whatever becomes of our process. */
export interface Outside {
  readonly ledger: Map<string, Made>
  /** What lies in the phone and the letter box, oldest first. */
  readonly inbox: { readonly to: string; readonly text: string }[]
  /** Sendings taken, by our key: a gateway may take one twice. */
  readonly taken: Map<string, number>
  /** Nothing goes wrong any more. */
  calm: boolean
  readonly random: () => number
  readonly clock: TestClock
}

const chance = ({ calm, random }: Outside, part: number) => random() < part && !calm

function transferOf(made: Made, now: number): Transfer {
  if (made.state === 'pending' && made.settleAt <= now) made.state = made.fate
  const id = `bank-${made.key}`
  return made.state === 'cancelled'
    ? { state: 'cancelled', id, reason: 'recipient_not_found' }
    : { state: made.state, id }
}

const destinationOf = ({ destination }: PayoutOrder) =>
  destination.kind === 'sbp' ? destination.phone : JSON.stringify(destination)

/** A bank that makes one transfer a key, answers late or not at all, refuses, gives money back. */
function bank(outside: Outside): PayoutRail {
  const now = () => outside.clock.now().getTime()

  function make(order: PayoutOrder): Made {
    const slow = chance(outside, 0.3) ? outside.random() * 60_000 : 0
    const made: Made = {
      key: order.key,
      amount: order.amount,
      destination: destinationOf(order),
      at: now(),
      state: 'pending',
      settleAt: now() + slow,
      fate: chance(outside, 0.15) ? 'cancelled' : 'succeeded',
    }
    outside.ledger.set(order.key, made)
    return made
  }

  return {
    name: 'simulated',
    takes: ['sbp', 'card', 'account'],
    checksReceiver: ['sbp', 'card', 'account'],
    async pay(order) {
      if (chance(outside, 0.1)) throw new Error('no connection')
      if (chance(outside, 0.05)) throw new RailTrouble('limit', { nothingMade: true })
      const made = outside.ledger.get(order.key) ?? make(order)
      if (made.amount !== order.amount) throw new Error('another amount under a known key')
      if (chance(outside, 0.2)) throw new Error('the answer was lost')
      return transferOf(made, now())
    },
    async find(order, id) {
      if (chance(outside, 0.2)) throw new Error('no answer')
      const made = outside.ledger.get(id?.replace(/^bank-/, '') ?? order.key)
      return made ? transferOf(made, now()) : null
    },
    readNotification: (body) => {
      const id = (body as { object?: { id?: unknown } } | null)?.object?.id
      return typeof id === 'string' ? id : null
    },
  }
}

function gateway(outside: Outside, name: string): SmsGateway {
  return {
    name,
    async send({ key, phone, text }) {
      if (chance(outside, 0.1)) throw new Error('no connection')
      if (chance(outside, 0.05)) throw new Refused('balance')
      outside.taken.set(key, (outside.taken.get(key) ?? 0) + 1)
      // Taken and never delivered; delivered twice.
      if (!chance(outside, 0.05)) outside.inbox.push({ to: phone, text })
      if (chance(outside, 0.05)) outside.inbox.push({ to: phone, text })
      if (chance(outside, 0.1)) throw new Error('the answer was lost')
      return key
    },
    delivery: async () => {
      if (chance(outside, 0.2)) throw new Error('no answer')
      return { state: chance(outside, 0.3) ? 'sent' : 'delivered' }
    },
  }
}

const files = new Map<string, Uint8Array>()

/** Every vendor of the product, with faults; a process may die before and after each call of one. */
export function simulatedVendors(outside: Outside, gate: Gate): Omit<Vendors, 'suggest' | 'payments'> {
  const through =
    <A extends unknown[], R>(call: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      gate.pass()
      try {
        return await call(...given)
      } finally {
        gate.pass()
      }
    }
  const gated = (sms: SmsGateway): SmsGateway => ({
    ...sms,
    send: through(sms.send),
    delivery: through(sms.delivery),
  })
  const rail = bank(outside)
  const bureau = sandboxBureau()
  return {
    sms: [gated(gateway(outside, 'first')), gated(gateway(outside, 'second'))],
    email: {
      name: 'letters',
      send: through(async ({ key, to, text }) => {
        if (chance(outside, 0.1)) throw new Error('no connection')
        outside.inbox.push({ to, text })
        return key
      }),
    },
    bureau: {
      name: 'simulated',
      report: through((person) => {
        if (chance(outside, 0.15)) throw new Error('no answer')
        return bureau.report(person)
      }),
    },
    rail: { ...rail, pay: through(rail.pay), find: through(rail.find) },
    files: {
      write: async (name, bytes) => void files.set(name, bytes),
      read: async (name, start, end) => Buffer.from(files.get(name) ?? []).subarray(start, end),
      remove: async (name) => void files.delete(name),
      list: async () => [],
    },
  }
}

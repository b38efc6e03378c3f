import { noticeWords } from '#contract/notices.ts'
import type { PayCancelReason } from '#contract/paying.ts'
import { keptFailures } from '#server/http/kept-failures.ts'
import type { Payment, PaymentOrder, PaymentProvider, Refund, RefundOrder } from '#server/providers/payment/port.ts'
import { RailTrouble } from '#server/providers/trouble.ts'
import type { TestPlatform } from '#server/testing/bench.ts'
import { prolongationsBench } from '../prolongations/prolongations-bench.ts'
import { createPaymentDesk } from './index.ts'

interface Kept {
  readonly order: PaymentOrder
  payment: Payment
}

/** A provider with books in memory that answers, or does not, as the test has put down. */
export function scriptedProvider(now: () => Date) {
  const made = new Map<string, Kept>()
  const refunds = new Map<string, RefundOrder>()
  const asked = { create: 0, refund: 0 }
  const script: { lose: number; charge: PayCancelReason | 'well'; refund: Refund['state'] | 'lost' | 'refused' } = {
    lose: 0,
    charge: 'well',
    refund: 'succeeded',
  }
  const known = ({ order }: { order: PaymentOrder }) => ({
    id: `p-${order.key}`,
    key: order.key,
    loan: order.loan,
    amount: order.amount,
  })

  function pay(order: PaymentOrder, at = now(), amount = order.amount): void {
    const saved = 'way' in order.by && order.by.save ? { token: `t-${order.key}`, title: '•• 4477' } : null
    made.set(order.key, { order, payment: { ...known({ order }), amount, state: 'succeeded', paidAt: at, saved } })
  }

  const provider: PaymentProvider = {
    name: 'scripted',
    ways: ['sbp', 'card'],
    saves: true,
    async create(order) {
      asked.create += 1
      if (!made.has(order.key)) {
        made.set(order.key, {
          order,
          payment: { ...known({ order }), state: 'waiting', link: `https://pay.example/${order.key}` },
        })
        if ('token' in order.by && script.charge === 'well') pay(order)
        else if ('token' in order.by)
          made.set(order.key, {
            order,
            payment: { ...known({ order }), state: 'cancelled', reason: script.charge as PayCancelReason },
          })
      }
      if (script.lose > 0) {
        script.lose -= 1
        throw new Error('the answer was lost')
      }
      return made.get(order.key)!.payment
    },
    find: async ({ key }, id) =>
      (id === null ? made.get(key)?.payment : [...made.values()].find(({ payment }) => payment.id === id)?.payment) ??
      null,
    async *listSince() {
      yield [...made.values()].map(({ payment }) => payment).filter(({ state }) => state === 'succeeded')
    },
    async refund(order) {
      asked.refund += 1
      if (script.refund === 'refused') throw new RailTrouble('shop_blocked', { nothingMade: true })
      refunds.set(order.key, order)
      if (script.refund === 'lost') {
        script.refund = 'succeeded'
        throw new Error('the answer was lost')
      }
      const id = `r-${order.key}`
      if (script.refund === 'cancelled') return { id, state: 'cancelled', reason: 'refund_declined' }
      return { id, state: script.refund }
    },
    findRefund: async ({ key }) => (refunds.has(key) ? { id: `r-${key}`, state: 'succeeded' } : null),
    readNotification: (body) => (body as { id?: string } | null)?.id ?? null,
  }
  return { provider, made, refunds, asked, script, pay, last: () => [...made.values()].at(-1)!.order }
}

/** A running loan that can be paid inside the product. */
export function paymentsBench(opened: TestPlatform) {
  const bench = prolongationsBench(opened)
  const { platform, lender, loans, sent } = bench
  const scripted = scriptedProvider(platform.clock.now)
  const state = { undelivered: false, stopped: false }
  const payments = createPaymentDesk({
    platform,
    provider: scripted.provider,
    loans,
    lender,
    zoneOf: async () => 'Europe/Moscow',
    document: () => ({ id: 'autopay', version: '1', title: 'Соглашение об автоплатеже' }),
    tell: async (tx, _loan, kind, ...about) => {
      const text = noticeWords(kind, {}, ...about).replaceAll('\u00a0', ' ')
      tx.afterCommit(() => void sent.push({ kind, text }))
      return 'message'
    },
    undelivered: async () => state.undelivered,
    stopped: async () => state.stopped,
  })

  const start = (clientId: string, loanId: string, asked: Parameters<typeof payments.start>[3]) =>
    keptFailures(platform, (tx) => payments.start(tx, clientId, loanId, asked))

  return {
    ...bench,
    ...scripted,
    payments,
    state,

    start,

    /** A loan whose owner has paid a part with a card that is kept. */
    async withCard() {
      const made = await bench.running()
      const { actor, loanId } = made
      await start(actor.id, loanId, { purpose: 'sum', amount: 100_00, way: 'card', save: true })
      await platform.jobs.runDue()
      scripted.pay(scripted.last())
      platform.clock.advance(3000)
      await payments.look()
      const { means } = await payments.paying(actor.id, loanId)
      return { ...made, means: means[0]?.id ?? '' }
    },

    async autopayOn(clientId: string, loanId: string, means: string) {
      const { agreement } = await payments.paying(clientId, loanId)
      const agreed = { most: agreement?.most ?? 0, version: agreement?.version ?? '' }
      await keptFailures(platform, async (tx) =>
        payments.autopay.on(tx, await loans.lock(tx, loanId, clientId), means, agreed),
      )
    },
  }
}

import { keptFailures } from '#server/http/kept-failures.ts'
import type { PayoutRail } from '#server/providers/payout/port.ts'
import type { TestPlatform } from '#server/testing/bench.ts'
import { lifeBench } from '#server/testing/life.ts'
import { createPayouts } from './index.ts'
import { listPayouts } from './list-store.ts'
import { payoutView } from './routes.ts'
import { attemptsOf, payoutOfRequest } from './store.ts'

/** All payouts as the office lists them. */
export async function officeList(platform: TestPlatform) {
  const rows = await listPayouts(platform.db, { limit: 100 })
  const ids = rows.map(({ id }) => id)
  const attempts = await attemptsOf(platform.db, ids)
  return {
    items: rows.map((row) =>
      payoutView(row, attempts, { by: '', names: new Map(), whose: () => ({ name: '', payee: '' }) }),
    ),
  }
}

/** A payout of a request whose contract is signed, over a rail of the test's choice. */
export function payoutsBench(
  opened: TestPlatform,
  rail: PayoutRail,
  {
    supervisors = 1,
    heldUntil = () => null as Date | null,
    barred = async () => false,
    hold = async () => null as 'waits' | 'confirmed' | null,
  } = {},
) {
  const life = lifeBench(opened)
  const { platform, requests } = life
  const loans: string[] = []
  const payouts = createPayouts({
    platform,
    requests,
    rail,
    lender: life.lender,
    heldUntil: async () => heldUntil(),
    hold,
    barred: async () => barred(),
    secondSupervisor: async () => supervisors > 1,
    notify: life.notify,
  })
  platform.reactions.add('test of payouts', {
    'loan.began': async (tx, { requestId }) => tx.afterCommit(() => void loans.push(requestId)),
  })

  return {
    ...life,
    payouts,
    loans,
    cancelled: () => life.sent.filter(({ kind }) => kind === 'payoutCancelled').map(({ text }) => text),

    /** Signs a contract; the intent to pay 15 000 ₽ is there, nothing was sent yet. */
    async intended(phone = '+79000000055') {
      const destination = { kind: 'sbp' as const, bankId: '1', bankName: 'Пример-банк', phone }
      const { actor, id } = await life.offered({ destination })
      await life.sign(actor, id, (await life.code(actor, id)).package)
      return { actor, id }
    },

    /** A supervisor's «try again» for the payout of a request. */
    retry: (requestId: string, supervisor = 'supervisor') =>
      keptFailures(platform, async (tx) => {
        const payout = await payoutOfRequest(tx.db, await life.requests.lock(tx, requestId))
        await payouts.retry(tx, payout?.id ?? '', supervisor)
      }),

    /** Another destination, as step 32 accepts it. */
    redirect: (id: string, phone: string) =>
      platform.transact(async (tx) => {
        const request = await requests.lock(tx, id)
        const destination = { kind: 'sbp' as const, bankId: '2', bankName: 'Другой банк', phone }
        const facts = { ...requests.facts(request), destination }
        await payouts.changeDestination(tx, await requests.saveFacts(tx, request, facts), facts)
      }),
  }
}

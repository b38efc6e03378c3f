import assert from 'node:assert/strict'
import { it } from 'node:test'
import { debtOn } from '#contract/calculation.ts'
import { parseDate } from '#contract/dateReading.ts'
import { addDays, later } from '#contract/dates.ts'
import { instantInZone } from '#contract/zones.ts'
import type { ClientActor } from '#server/http/actors.ts'
import { keptFailures } from '#server/http/kept-failures.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { usualRights } from '#server/testing/roles.ts'
import { verifyLedger } from '../ledger/index.ts'
import { paymentsBench } from '../payments/payments-bench.ts'
import { withAppeals } from './appeals-bench.ts'

const day = 24 * 3_600_000
const lives = Number(process.env.LIVES ?? 3)
const steps = 24
const sveta = { id: 'sveta', rights: usualRights('supervisor') }
const dima = { id: 'dima', rights: usualRights('supervisor') }

/** A repeatable source of whole numbers. */
function dice(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    return state % below
  }
}

/** One loan that is paid by itself and by hand, late and early, put off and agreed on anew; most of it refused where it makes no sense. */
function living(platform: TestPlatform, roll: (below: number) => number) {
  const bench = paymentsBench(platform)
  const { loans, lender, payments, ledger } = bench
  const { appeals, codeFor, signTerms } = withAppeals(platform, bench)
  const done: Record<string, number> = {}
  const within = <T>(work: (tx: Tx) => Promise<T>) => keptFailures(platform, work)
  /** What is refused by rule is refused; anything else is a fault. */
  async function attempt(name: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
      done[name] = (done[name] ?? 0) + 1
    } catch (error) {
      if (!(error instanceof Failure)) throw error
    }
  }

  const acts = (actor: ClientActor, loanId: string, requestId: string) => [
    async () => {
      const paidOn = later(addDays(loans.today(), -roll(5)), '2026-03-02' as never)
      const notice = { provider: 'bank:1', providerId: `p${roll(1e9)}`, amount: 1 + roll(400_000) }
      await attempt('pay', () =>
        within((tx) => loans.received(tx, loanId, { ...notice, paidAt: instantInZone(paidOn, 12, lender.zone) })),
      )
    },
    () =>
      attempt('holiday', async () => {
        const asked = { kind: 'holiday', words: 'да', loan: loanId, ground: 'income', months: 1 + roll(3) } as const
        const { id } = await within((tx) => appeals.create(tx, actor.id, asked))
        // Sometimes nobody answers: silence does.
        if (roll(3) === 0) return
        const { version } = await appeals.one(id, sveta, new Map())
        platform.clock.advance(roll(4) * day)
        const judged = { ground: true, noJudgment: true }
        await within((tx) => appeals.decide(tx, id, version, { outcome: 'granted', answer: 'да', judged }, sveta))
      }),
    () =>
      attempt('newTerms', async () => {
        const { id } = await within((tx) =>
          appeals.create(tx, actor.id, { kind: 'restructuring', words: 'да', loan: loanId }),
        )
        const terms = { payments: 2 + roll(5), everyDays: [7, 14, 30][roll(3)]! }
        const { version } = await appeals.one(id, sveta, new Map())
        await within((tx) => appeals.decide(tx, id, version, { outcome: 'offered', answer: 'да', terms }, sveta))
        await within((tx) => appeals.confirm(tx, id, version + 1, dima))
        platform.clock.advance(roll(3) * day)
        await signTerms(actor, id, requestId, { package: await codeFor(actor, requestId) })
      }),
    () => attempt('holidayEnd', () => within((tx) => appeals.endHoliday(tx, actor.id, loanId))),
    () => tillPayment(actor),
    () => tillPayment(actor),
  ]

  /** The day before the next payment and that day, each at ten: what is paid by itself is told of and charged. */
  async function tillPayment({ id }: { id: string }): Promise<void> {
    const [view] = await loans.list(id)
    if (!view?.next) return
    const date = parseDate(view.next.date)
    for (const on of date ? [addDays(date, -1), date] : []) {
      const ten = instantInZone(on, 10, lender.zone).getTime() + 60_000 - platform.clock.now().getTime()
      if (ten > 0) platform.clock.advance(ten)
      await turn()
      platform.clock.advance(5000)
    }
  }

  async function turn(): Promise<void> {
    await loans.look()
    await platform.jobs.runSweep('appeals')
    await payments.autopay.look()
    await platform.jobs.runDue()
    await payments.look()
  }

  async function agrees(clientId: string, seed: number, step: number): Promise<void> {
    const { fault } = await verifyLedger(platform.db, lender.rules, loans.followed)
    assert.equal(fault, undefined, `life ${seed}, step ${step}`)
    await loans.look()
    const [known] = await loans.ofAccounts([clientId])
    const today = loans.today()
    // The book writes what runs when something happens; on a day of a movement both are whole.
    const debt = debtOn(known!.loan, today, lender.rules)
    const { accounts } = await ledger.trialBalance(today)
    const balance = (...names: string[]) =>
      accounts.filter(({ account }) => names.includes(account)).reduce((all, one) => all + one.debit - one.credit, 0)
    const said = [balance('principal', 'principalDue'), 0 - balance('held'), balance('received')]
    assert.deepEqual(said, [debt.principal, debt.held, 0], `life ${seed}, step ${step}`)
  }

  return { ...bench, acts, turn, agrees, done }
}

onBothDatabases('lives with autopay, holidays and new terms', (open) => {
  it(`${lives} lives of ${steps} steps: the book and the calculation are 0 kopecks apart after each`, async (t) => {
    const all: Record<string, number> = {}
    for (let seed = 1; seed <= lives; seed += 1) {
      const platform = await open()
      const roll = dice(seed)
      const life = living(platform, roll)
      const { actor, loanId, requestId, means } = await life.withCard()
      // The first is simply paid by itself: what is put off is more than was agreed to, and ends that.
      if (seed === 1 || roll(4) > 0) await life.autopayOn(actor.id, loanId, means)
      const acts = life.acts(actor, loanId, requestId)
      for (let step = 0; step < steps; step += 1) {
        // The clock jumps: by hours, by days, now and then a little back.
        platform.clock.advance(roll(8) === 0 ? -2 * 3_600_000 : (1 + roll(9)) * day + roll(20) * 3_600_000)
        await life.turn()
        await acts[seed === 1 && step === 0 ? acts.length - 1 : roll(acts.length)]!()
        await life.turn()
        await life.agrees(actor.id, seed, step)
      }
      for (const [name, count] of Object.entries(life.done)) all[name] = (all[name] ?? 0) + count
      all.charged = (all.charged ?? 0) + [...life.made.values()].filter(({ order }) => 'token' in order.by).length
    }
    t.diagnostic(JSON.stringify(all))
    for (const name of ['pay', 'holiday', 'newTerms', 'charged']) assert.ok((all[name] ?? 0) > 0, name)
  })
})

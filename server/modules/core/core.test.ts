import assert from 'node:assert/strict'
import { afterEach, it } from 'node:test'
import { sql } from 'kysely'
import { life } from '#contract/calculation/randomLives.ts'
import { debtOn, type RunningLoan } from '#contract/calculation.ts'
import { addDays, type IsoDate, later } from '#contract/dates.ts'
import { openOutbound } from '#server/platform/outbound.ts'
import { Secret } from '#server/platform/secret.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { fineractCore } from '#server/providers/core/fineract.ts'
import { type Answering, type FineractStandIn, fineractStandIn } from '#server/providers/core/stand-in.ts'
import { owedIn } from '#server/providers/core/stand-in-books.ts'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { demoLender, somebody } from '#server/testing/life.ts'
import { createLedger, type Fact, transfer } from '../ledger/index.ts'
import { createCore } from './index.ts'

const hour = 3_600_000
const lender = demoLender()
/** 1 000 of the issue: LIVES=1000. */
const lives = Number(process.env.LIVES ?? 12)

/** Repeatable. */
function dice(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
}

const bad: readonly Answering[] = ['lost', 'never', 'error500', 'garbage', 'busy', 'later', 'slow']

onBothDatabases('the core', (open) => {
  const standIns: FineractStandIn[] = []
  afterEach(async () => {
    for (const one of standIns.splice(0)) await one.close()
  })

  /** Ledger and core over a stand-in of Fineract; loans are known to nobody else. */
  async function bench(answering: (method: string, path: string) => Answering = () => 'well', forgets = false) {
    const platform: TestPlatform = await open()
    const fineract = await fineractStandIn({ answering, forgets })
    standIns.push(fineract)
    const account = {
      outbound: openOutbound({ production: false }),
      url: fineract.url,
      tenant: 'default',
      user: new Secret('mifos'),
      password: new Secret('password'),
      timeout: 150,
    }
    const setting = { office: 1, product: 1, interestCharge: 1, penaltyCharge: 2, strategy: 'mifos-standard-strategy' }
    const ledger = createLedger({ platform, lender })
    const known = new Map<string, RunningLoan>()
    const cases: { clientId: string; subject: string; data: Record<string, unknown> }[] = []
    const knownLoan = async (id: string) => ({
      id,
      requestId: id,
      clientId: `client-${id}`,
      state: 'running' as const,
      contract: '261123-000123-04',
      tariffs: null,
      loan: known.get(id) ?? assert.fail(),
    })
    const core = createCore({
      platform,
      core: fineractCore(account, setting),
      ledger,
      lender,
      loans: { lock: (_tx, id) => knownLoan(id), own: (_client, id) => knownLoan(id) },
      requests: { find: async () => ({}) as never, facts: () => somebody },
      auth: { client: async () => ({ phone: '+79000000001' }) as never },
      people: { cases: { open: async (_tx: Tx, given) => void cases.push(given) } },
    })
    const { carrying, comparing } = core
    assert.ok(carrying && comparing)

    /** What the loans module does: facts, what follows from them, and the others are told. */
    async function follow(id: string, loan: RunningLoan, through: IsoDate, facts: readonly Fact[] = []): Promise<void> {
      known.set(id, loan)
      const day = loan.startDate
      const lines = transfer(loan.principal, 'principal', 'transit:payout')
      const paid = loan.payments.map(({ date, amount }, at): Fact => {
        const source = `payment:test:${id} ${date} ${amount} ${at}`
        return { kind: 'payment', source, day: date, lines: transfer(amount, 'transit:test', 'received') }
      })
      await platform.transact(async (tx) => {
        const payout: Fact = { kind: 'payout', source: `payout:${id}`, day, lines }
        await ledger.follow(tx, [{ id, loan, facts: [payout, ...paid, ...facts] }], through)
        await tx.emit('loan.followed', { loanId: id })
      })
    }

    /** Lets the time of the pauses go by until nothing waits. */
    async function settle(rounds = 400): Promise<void> {
      for (let round = 0; round < rounds; round += 1) {
        const { waiting } = await core.counts()
        if (waiting === 0) return
        await carrying?.wake()
        await platform.jobs.runDue()
        platform.clock.advance(hour)
      }
      const stuck = (await core.open(null, 5)).map(({ kind, number, attempts, fault }) => ({
        kind,
        number,
        attempts,
        fault,
      }))
      assert.fail(`entries wait for ever: ${JSON.stringify(stuck)} ${platform.lines.slice(-3).join('')}`)
    }

    /** A life with its payments known one after another, as far as a loan takes them. */
    async function live(id: string, seed: number): Promise<RunningLoan> {
      const { loan, days } = life(seed, lender)
      const payments = [...loan.payments].sort((a, b) => (a.date < b.date ? -1 : 1))
      let heard: RunningLoan = { ...loan, payments: [] }
      await follow(id, heard, loan.startDate)
      for (const payment of payments) {
        const day = payment.date
        if (debtOn(heard, day, lender.rules).closedOn) break
        heard = { ...heard, payments: [...heard.payments, payment] }
        await follow(id, heard, addDays(day, seed % 7))
      }
      await follow(id, heard, addDays(days.reduce(later), 1))
      return heard
    }

    /** The whole comparison: one that broke off goes on where it was. */
    async function compare(): Promise<{ compared: number; differ: number }> {
      for (let tries = 0; tries < 20; tries += 1) {
        const done = await comparing?.compareAll().catch(() => null)
        if (done) break
      }
      const { rows } = await sql<{ compared: number; differ: number }>`
        select count(*) as compared, count(*) filter (where differs) as differ from core_loan where compared_on is not null`.execute(
        platform.db,
      )
      return { compared: Number(rows[0]?.compared), differ: Number(rows[0]?.differ) }
    }

    return { platform, fineract, ledger, core, cases, follow, settle, live, compare, carrying }
  }

  it(`${lives} lives through a Fineract that times out, loses answers and breaks: balances equal, nothing doubled, planted differences found`, async (t) => {
    const roll = dice(7)
    const { fineract, core, cases, settle, live, compare, platform } = await bench(() =>
      roll(100) < 12 ? (bad[roll(bad.length)] ?? 'well') : 'well',
    )
    for (let seed = 1; seed <= lives; seed += 1) await live(`loan-${seed}`, seed)
    await settle()
    const { refused } = await core.counts()
    const { items } = { items: await core.open(null, 10) }
    assert.deepEqual([refused, items.map(({ kind, fault }) => [kind, fault])], [0, []])
    assert.equal(fineract.books.loans.size, lives)
    assert.equal(fineract.books.clients.size, lives)
    fineract.state.answering = () => 'well'
    const compared = await compare()
    assert.deepEqual([compared, cases], [{ compared: lives, differ: 0 }, []])
    t.diagnostic(
      `${lives} lives, ${fineract.state.calls} calls, ${fineract.state.replayed} answered from a known key, 0 kopecks apart`,
    )

    // Somebody takes a payment in Fineract by hand, writes a charge, and loses a loan.
    platform.clock.advance(24 * hour)
    const running = [...fineract.books.loans.values()].filter((loan) => owedIn(loan) > 1000)
    const [paid, charged, lost] = running
    assert.ok(paid && charged && lost)
    const hand = { id: 1, externalId: 'by hand', date: '2026-01-01' }
    paid.transactions.push({ ...hand, type: 'repayment', amount: 1, reversed: false })
    charged.charges.push({ ...hand, chargeId: 1, dueDate: '', amount: 777, adjusted: 0 })
    fineract.books.loans.delete(lost.externalId)
    const again = await compare()
    assert.equal(again.differ, 3)
    assert.deepEqual(
      cases.map(({ subject }) => subject).sort(),
      [`${paid.externalId} -1`, `${charged.externalId} 777`, `${lost.externalId} none`].sort(),
    )
  })

  it('done and never heard of: it is asked about by its id, and neither money nor charges come twice', async () => {
    const fates: Answering[] = []
    // Its memory of keys is gone: our id is all it can be asked by.
    const answer = (method: string) => (method === 'POST' ? (fates.shift() ?? 'well') : 'well')
    const { fineract, follow, settle, platform } = await bench(answer, true)
    const { loan } = life(3, lender)
    for (let at = 0; at < 30; at += 1) fates.push('lost', 'garbage', 'well')
    const day = addDays(loan.startDate, 5)
    const heard = { ...loan, payments: [{ date: day, amount: 10_000 as never }] }
    await follow('one', heard, day)
    await settle()
    const kept = fineract.books.loans.get('one') ?? assert.fail()
    assert.equal(kept.transactions.filter(({ type }) => type === 'repayment').length, 1)
    assert.equal(new Set(kept.charges.map(({ externalId }) => externalId)).size, kept.charges.length)
    assert.equal(fineract.books.clients.size, 1)
    assert.ok(!platform.lines.some((line) => line.includes(somebody.surname ?? '?')), 'no name in the log')
  })

  it('what Fineract refuses waits for a person, what stands behind it waits too, and goes on under another key', async () => {
    const { fineract, core, follow, settle, platform } = await bench()
    const { loan } = life(3, lender)
    await follow('one', { ...loan, payments: [] }, loan.startDate)
    await settle()
    const kept = fineract.books.loans.get('one') ?? assert.fail()
    kept.stands = 'approved'
    const day = addDays(loan.startDate, 5)
    await follow('one', { ...loan, payments: [{ date: day, amount: 10_000 as never }] }, day)
    await settle(5).catch(() => null)
    const [waits] = await core.open(null, 10)
    assert.ok(waits)
    assert.deepEqual([waits.state, waits.kind, waits.behind > 0], ['refused', 'interest', true])
    assert.match(waits.fault ?? '', /ответ 403, error\.msg\.loan\.is\.not\.disbursed/)
    assert.equal(kept.transactions.length, 0, 'the payment waits its turn')
    kept.stands = 'disbursed'
    await platform.transact((tx) => core.again(tx, waits.id, 'somebody'))
    await settle()
    assert.deepEqual(await core.open(null, 10), [])
    assert.equal(kept.transactions.length, 1)
    await assert.rejects(
      platform.transact((tx) => core.again(tx, waits.id, 'somebody')),
      { code: 'state_conflict' },
    )
    await assert.rejects(
      platform.transact((tx) => core.again(tx, 'nothing', 'somebody')),
      { code: 'not_found' },
    )
  })

  it('a payment that never was is undone; two servers at once carry each entry once; a wrong key stops nothing but the core', async () => {
    const { fineract, core, follow, settle, carrying, ledger } = await bench()
    const { loan } = life(3, lender)
    const day = addDays(loan.startDate, 5)
    const heard: RunningLoan = { ...loan, payments: [{ date: day, amount: 10_000 as never }] }
    await follow('one', heard, day)
    await Promise.all([1, 2, 3].map(() => carrying.carry({ loanId: 'one' })))
    await settle()
    const gone: Fact = {
      kind: 'void',
      source: 'void:one',
      day,
      lines: transfer(10_000, 'received', 'transit:test'),
    }
    await follow('one', { ...loan, payments: [] }, addDays(day, 1), [gone])
    await settle()
    const kept = fineract.books.loans.get('one') ?? assert.fail()
    assert.deepEqual(
      kept.transactions.filter(({ type }) => type === 'repayment').map(({ amount, reversed }) => [amount, reversed]),
      [[10_000, true]],
    )
    const all = await ledger.postings('one')
    assert.ok(all.length > 2)
    assert.deepEqual(await core.counts(), { waiting: 0, refused: 0 })
  })
})

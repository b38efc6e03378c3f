import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import type { IsoDate } from '#contract/dates.ts'
import { keptFailures } from '#server/http/kept-failures.ts'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { verifyLedger } from '../ledger/index.ts'
import { prolongationsBench } from '../prolongations/prolongations-bench.ts'
import { shortName, surnameKey } from '../verification/index.ts'
import { transferChoice, transferIn } from './choices.ts'
import { createLoanDesk } from './index.ts'

const day = 24 * 3_600_000
const rouble = 100

function desked(platform: TestPlatform) {
  const bench = prolongationsBench(platform)
  const { loans, ledger, contacts, requests, lender } = bench
  const staffNames = async () =>
    new Map([
      ['vera', 'Вера'],
      ['boris', 'Борис'],
    ])
  const phoneOf = async () => '+79161234567'
  const calling = { start: async () => ({ until: '' }), end: async () => {} }
  const desk = createLoanDesk({
    calling,
    platform,
    loans,
    ledger,
    contacts,
    requests,
    staffNames,
    shortName,
    surnameKey,
    phoneOf,
  })
  const verify = () => verifyLedger(platform.db, lender.rules, loans.followed)
  const voided = (payment: string, staffId: string, reason = 'банк отозвал') =>
    keptFailures(platform, async (tx) => {
      await loans.standing(tx, payment)
      const done = await desk.actions.ask(tx, { kind: 'void', subject: payment, choice: 'void', reason, staffId })
      if (done) await loans.void(tx, payment, staffId)
      return done
    })
  const placed = (id: string, contract: string, staffId: string) =>
    keptFailures(platform, async (tx) => {
      await loans.placing(tx, id, contract)
      const done = await desk.actions.ask(tx, {
        kind: 'place',
        subject: id,
        choice: contract,
        reason: 'по выписке',
        staffId,
      })
      if (done) await loans.place(tx, id, contract)
      return done
    })
  return {
    ...bench,
    desk,
    verify,
    voided,
    placed,
    see: (id: string) => desk.one(id, 'vera'),
  }
}

onBothDatabases('the loan desk', (open) => {
  it('lists loans by bucket, state, number; the buckets hold what the loans owe', async () => {
    const platform = await open()
    const { running, desk, loans } = desked(platform)
    const first = await running()
    platform.clock.advance(10 * day)
    const second = await running()
    const listed = async (asked: Parameters<typeof desk.list>[0] = {}) => {
      await loans.look()
      const { items, portfolio, running: all } = await desk.list(asked)
      const late = portfolio.filter(({ loans: count }) => count > 0).map(({ bucket, loans: count }) => [bucket, count])
      return { ids: items.map(({ id }) => id), days: items.map(({ overdueDays }) => overdueDays), late, all }
    }
    assert.deepEqual((await listed()).ids, [second.loanId, first.loanId])
    assert.deepEqual((await listed()).late, [])
    platform.clock.advance(4 * day)
    assert.deepEqual((await listed({ bucket: 'today' })).ids, [first.loanId])
    for (const [passed, bucket, overdue] of [
      [1, '1-3', 1],
      [2, '1-3', 3],
      [1, '4-7', 4],
      [4, '8-30', 8],
    ] as const) {
      platform.clock.advance(passed * day)
      const { ids, days, late } = await listed({ bucket })
      assert.deepEqual([ids, days], [[first.loanId], [overdue]], bucket)
      assert.deepEqual(late[0], [bucket, 1])
    }
    const { items } = await desk.list({})
    assert.deepEqual((await listed({ search: items[1]?.contract })).ids, [first.loanId])
    assert.deepEqual((await listed({ search: '999999-999999-99' })).ids, [])
    assert.deepEqual((await listed({ state: 'closed' })).ids, [])
    assert.equal((await listed()).all.principal, 30_000 * rouble)
  })

  it('what one asked for by mistake is taken back: then something else may be asked for, by anybody', async () => {
    const platform = await open()
    const { running, loans, desk, placed, voided, see } = desked(platform)
    const [wrong, right] = [await running(), await running()]
    const contractOf = async ({ actor, loanId }: typeof wrong) => (await loans.get(actor.id, loanId)).contract
    const stray = { provider: 'page', providerId: 'p-1', amount: 500 * rouble }
    await platform.transact((tx) => loans.told(tx, 'misspelt', stray))
    const [kept] = await loans.waitingIn(null, 1)
    const id = kept?.id ?? ''
    assert.equal(await placed(id, await contractOf(wrong), 'vera'), false)
    await assert.rejects(placed(id, await contractOf(right), 'boris'), { code: 'state_conflict' })
    const drop = (action: string, staffId: string) => platform.transact((tx) => desk.actions.drop(tx, action, staffId))
    const [asked] = await desk.actions.open('place', [id])
    await drop(asked?.id ?? '', 'vera')
    await assert.rejects(drop(asked?.id ?? '', 'boris'), { code: 'not_found' })
    assert.equal(await placed(id, await contractOf(right), 'vera'), false)
    assert.equal(await placed(id, await contractOf(right), 'boris'), true)
    const [payment] = (await see(right.loanId)).payments
    assert.equal(await voided(payment?.id ?? '', 'vera'), false)
    await drop((await see(right.loanId)).payments[0]?.asked?.id ?? '', 'boris')
    assert.deepEqual((await see(right.loanId)).payments[0]?.asked, null)
    assert.equal(await voided(payment?.id ?? '', 'boris'), false, 'the word that was taken back counts no more')
  })

  it('a loan that cannot be followed keeps no other waiting; sums added up are the same sums', async () => {
    const platform = await open()
    const { running, desk, loans } = desked(platform)
    const [broken, whole] = [await running(), await running()]
    await sql`update loan set sealed = '\\x00' where id = ${broken.loanId}`.execute(platform.db)
    platform.clock.advance(20 * day)
    await loans.look()
    await loans.remind()
    const late = async () => (await desk.list({ bucket: '4-7' })).portfolio.find(({ bucket }) => bucket === '4-7')
    const { rows } = await sql<{
      id: string
      day: string
    }>`select loan_id as id, looked_on as day from loan_desk`.execute(platform.db)
    assert.deepEqual(
      rows.filter((row) => row.day === loans.today()).map(({ id }) => id),
      [whole.loanId],
    )
    assert.match(platform.lines.join(''), /a loan could not be followed/)
    assert.match(platform.lines.join(''), /a borrower could not be reminded/)
    assert.equal((await late())?.loans, 1)
    for (let passed = 0; passed < 12; passed += 1) await loans.look()
    const left = await sql<{ rows: number }>`select count(*)::int as rows from loan_sum`.execute(platform.db)
    assert.ok((left.rows[0]?.rows ?? 0) <= 4)
    assert.equal((await late())?.loans, 1)
  })

  it('a payment taken out by two people: the debt is back as if it never came, a closed loan runs again, the book agrees', async () => {
    const platform = await open()
    const { running, pay, loans, voided, see, verify, sent } = desked(platform)
    const { actor, loanId } = await running()
    platform.clock.advance(3 * day)
    await pay(loanId, 20_000 * rouble)
    assert.equal((await loans.get(actor.id, loanId)).state, 'closed')
    assert.equal(await loans.inSuspense(), 1)
    const [payment] = (await see(loanId)).payments
    assert.equal(await voided(payment?.id ?? '', 'vera'), false)
    await assert.rejects(voided(payment?.id ?? '', 'vera'), { code: 'second_person' })
    assert.equal((await see(loanId)).payments[0]?.asked?.reason, 'банк отозвал')
    assert.equal(await voided(payment?.id ?? '', 'boris'), true)
    await assert.rejects(voided(payment?.id ?? '', 'boris'), { code: 'state_conflict' })
    const back = await loans.get(actor.id, loanId)
    assert.deepEqual([back.state, back.debt.total, back.payments], ['running', 15_360 * rouble, []])
    assert.equal(await loans.inSuspense(), 0)
    assert.match(sent.at(-1)?.text ?? '', /больше не учтён/)
    assert.equal((await verify()).ok, true)
    const of = (await see(loanId)).postings.flatMap(({ lines }) => lines)
    const sum = (account: string) => of.reduce((all, line) => (line.account === account ? all + line.amount : all), 0)
    assert.deepEqual([sum('transit:test'), sum('overpaid'), sum('received')], [0, 0, 0])
  })

  it('a payment before the last taken out of an overpaid loan: so much less waits to be given back, and the book agrees', async () => {
    const platform = await open()
    const { running, pay, loans, voided, see, verify } = desked(platform)
    const { actor, loanId } = await running()
    platform.clock.advance(3 * day)
    await pay(loanId, 3_000 * rouble)
    await pay(loanId, 20_000 * rouble)
    const { overpaid } = (await loans.get(actor.id, loanId)).debt
    const [first] = (await see(loanId)).payments.filter(({ amount }) => amount === 3_000 * rouble)
    for (const staffId of ['vera', 'boris']) await voided(first?.id ?? '', staffId)
    const back = await loans.get(actor.id, loanId)
    assert.deepEqual([back.state, back.debt.overpaid], ['closed', overpaid - 3_000 * rouble])
    assert.deepEqual(
      (await loans.waitingIn(null, 9)).map(({ amount }) => amount),
      [back.debt.overpaid],
    )
    assert.equal((await verify()).ok, true)
  })

  it('a payment of another’s loan leaves this one for suspense, and is placed where it belongs, however often it was mistaken', async () => {
    const platform = await open()
    const { running, loans, placed, verify, see, ledger } = desked(platform)
    const [wrong, right] = [await running(), await running()]
    const contractOf = async ({ actor, loanId }: typeof wrong) => (await loans.get(actor.id, loanId)).contract
    const balance = async (account: string) => {
      const { accounts } = await ledger.trialBalance(loans.today())
      const one = accounts.find((row) => row.account === account)
      return (one?.debit ?? 0) - (one?.credit ?? 0)
    }
    const paidAt = platform.clock.now()
    platform.clock.advance(2 * day)
    // It closes the wrong loan, with a rest.
    const told = { provider: 'machine:till', providerId: 'k-1', amount: 20_000 * rouble, paidAt }
    await platform.transact((tx) => loans.told(tx, wrong.loanId, told))
    const whereIs = () => platform.transact((tx) => loans.whereIs(tx, 'machine:till', 'k-1'))
    assert.equal((await whereIs())?.status, 'booked')
    const toSuspense = async (loanId: string) => {
      const [payment] = (await see(loanId)).payments.filter(({ voided }) => !voided)
      await platform.transact((tx) => loans.void(tx, payment?.id ?? '', 'boris', 'suspense'))
    }
    await toSuspense(wrong.loanId)
    assert.equal((await loans.get(wrong.actor.id, wrong.loanId)).state, 'running')
    const waits = async () => (await loans.waitingIn(null, 5)).map(({ id, reason, amount }) => ({ id, reason, amount }))
    const [kept] = await waits()
    assert.deepEqual(await waits(), [{ id: kept?.id, reason: 'otherLoan', amount: 20_000 * rouble }])
    assert.deepEqual(await loans.waitingFor([wrong.loanId]), [], 'it is nothing of this borrower’s')
    await assert.rejects(
      platform.transact((tx) => loans.askRefund(tx, wrong.actor.id, kept?.id ?? '')),
      { code: 'not_found' },
    )
    assert.equal((await whereIs())?.status, 'suspended')
    assert.deepEqual([await balance('suspense'), await balance('overpaid')], [-20_000 * rouble, 0])
    const id = kept?.id ?? ''
    // Mistaken once more, and taken out of there too.
    for (const [one, loan] of [
      [false, right],
      [true, right],
    ] as const) {
      assert.equal(await placed(id, await contractOf(loan), 'vera'), false)
      assert.equal(await placed(id, await contractOf(loan), 'boris'), true)
      assert.deepEqual([(await whereIs())?.status, await balance('suspense')], ['booked', 0])
      if (!one) await toSuspense(loan.loanId)
      if (!one)
        assert.deepEqual([(await whereIs())?.status, await balance('suspense')], ['suspended', -20_000 * rouble])
    }
    const { state, payments } = await loans.get(right.actor.id, right.loanId)
    assert.deepEqual([state, payments.map(({ date }) => date)], ['closed', ['2026-03-02']])
    // It never came after all.
    const [last] = (await see(right.loanId)).payments.filter(({ voided }) => !voided)
    await platform.transact((tx) => loans.void(tx, last?.id ?? '', 'boris', 'gone'))
    assert.deepEqual([(await whereIs())?.status, (await waits()).length], ['voided', 0])
    assert.deepEqual([await balance('suspense'), await balance('transit:machine:till')], [0, 0])
    assert.equal((await verify()).ok, true)
  })

  it('what was paid beyond a debt goes back by a transfer the staff tell of, once, by two people who mean the same document', async () => {
    const platform = await open()
    const { running, loans, desk, verify, see, ledger, sent, lender } = desked(platform)
    const { actor, loanId } = await running()
    platform.clock.advance(3 * day)
    const provider = 'machine:till'
    await platform.transact((tx) => loans.told(tx, loanId, { provider, providerId: 'k-1', amount: 20_000 * rouble }))
    const [kept] = await loans.waitingIn(null, 1)
    const id = kept?.id ?? ''
    const transferred = (number: string, on: string, staffId: string) =>
      platform.transact(async (tx) => {
        const transfer = { number, day: on as IsoDate }
        await loans.transferable(tx, id, transfer.day)
        const choice = transferChoice(transfer)
        const done = await desk.actions.ask(tx, { kind: 'refund', subject: id, choice, reason: 'лишнее', staffId })
        if (done) await loans.transferred(tx, id, staffId, transfer)
        return done
      })
    const today = loans.today()
    await assert.rejects(transferred('12', '2026-03-01', 'vera'), { code: 'bad_request' }, 'before it was paid')
    await assert.rejects(transferred('12', '2027-03-01', 'vera'), { code: 'bad_request' }, 'a day to come')
    assert.equal(await transferred('11', today, 'vera'), false)
    const [wrong] = await desk.actions.open('refund', [id])
    assert.deepEqual(transferIn(wrong?.choice ?? ''), { number: '11', day: today })
    await platform.transact((tx) => desk.actions.drop(tx, wrong?.id ?? '', 'vera'))
    assert.equal((await loans.get(actor.id, loanId)).debt.overpaid, 4_640 * rouble, 'withdrawn before it was confirmed')
    assert.equal(await transferred('12', today, 'vera'), false)
    await assert.rejects(transferred('12', today, 'vera'), { code: 'second_person' })
    await assert.rejects(transferred('13', today, 'boris'), { code: 'state_conflict' }, 'another document')
    assert.equal(await transferred('12', today, 'boris'), true)
    await assert.rejects(transferred('12', today, 'vera'), { code: 'state_conflict' })
    assert.equal((await loans.get(actor.id, loanId)).debt.overpaid, 0)
    assert.equal(await loans.inSuspense(), 0)
    assert.match(sent.at(-1)?.text ?? '', /вернули 4\s640\s₽ переводом/)
    const { postings } = await see(loanId)
    const refunded = postings.filter(({ kind }) => kind === 'refunded')
    assert.deepEqual(
      refunded.map(({ lines }) => Object.fromEntries(lines.map(({ account, amount }) => [account, amount]))),
      [{ refunds: 4_640 * rouble, [`bank:${lender.accounts[0]?.account}`]: -4_640 * rouble }],
    )
    assert.equal((await verify()).ok, true)
    const { debit, credit } = await ledger.trialBalance(today)
    assert.equal(debit, credit)
  })

  it('money in suspense is placed once, with the payer’s own day, by two people who mean the same loan', async () => {
    const platform = await open()
    const { running, loans, placed, verify, see, ledger } = desked(platform)
    const { actor, loanId } = await running()
    platform.clock.advance(5 * day)
    const paidAt = new Date(platform.clock.now().getTime() - 2 * day)
    const stray = { provider: 'page', providerId: 'p-1', amount: 5000 * rouble, paidAt }
    await platform.transact((tx) => loans.told(tx, 'misspelt', stray))
    const [kept] = await loans.waitingIn(null, 10)
    const { contract } = await loans.get(actor.id, loanId)
    assert.equal(await placed(kept?.id ?? '', contract, 'vera'), false)
    await assert.rejects(placed(kept?.id ?? '', '260302-000000-00', 'boris'), { code: 'not_found' })
    assert.equal(await placed(kept?.id ?? '', contract, 'boris'), true)
    await assert.rejects(placed(kept?.id ?? '', contract, 'vera'), { code: 'state_conflict' })
    const loan = await loans.get(actor.id, loanId)
    assert.deepEqual(
      loan.payments.map(({ date, amount }) => [date, amount]),
      [['2026-03-05', 5000 * rouble]],
    )
    // Told once more by its provider: it has its place.
    await platform.transact((tx) => loans.told(tx, loanId, stray))
    assert.equal((await loans.get(actor.id, loanId)).payments.length, 1)
    assert.equal((await verify()).ok, true)
    const { accounts } = await ledger.trialBalance(loans.today())
    const suspense = accounts.find(({ account }) => account === 'suspense')
    assert.deepEqual([suspense?.debit, suspense?.credit], [5000 * rouble, 5000 * rouble])
    assert.ok((await see(loanId)).postings.some(({ kind }) => kind === 'placed'))
  })
})

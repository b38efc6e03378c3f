import assert from 'node:assert/strict'
import { afterEach, it } from 'node:test'
import { sql } from 'kysely'
import { onBothDatabases } from '#server/testing/bench.ts'
import { somebody } from '#server/testing/life.ts'
import { machineClient } from '#server/testing/machine.ts'
import { codeOf, openProduct, type TestProduct } from '#server/testing/product.ts'
import { signedInStaff } from '#server/testing/staff.ts'
import { prolongationsBench } from '../prolongations/prolongations-bench.ts'

const root = '/service/machine/v1'
const rouble = 100

onBothDatabases('what other systems read and tell', (open) => {
  const opened: TestProduct[] = []
  afterEach(async () => {
    for (const product of opened.splice(0)) await product.close()
  })

  async function start() {
    const platform = await open()
    const bench = prolongationsBench(platform)
    const product = await openProduct(platform)
    opened.push(product)
    return { platform, product, bench, machine: await machineClient(platform, product) }
  }

  it('a borrower signed up here: requests page by page, the person with a note in the journal, nothing without the right', async () => {
    const { platform, product, machine } = await start()
    const { requests } = product.services
    for (const phone of ['+79161234567', '+79161234568', '+79161234569']) {
      const client = product.browser()
      await client.signUp(phone)
      const { _id } = (await client.create()).body as { _id: string }
      await platform.transact(async (tx) => {
        const request = await requests.saveFacts(tx, await requests.lock(tx, _id), {
          ...somebody,
          surname: `Выдумкина${phone.at(-1)}`,
        })
        const actor = { kind: 'client', id: request.client_id } as const
        await requests.move(tx, request, { event: 'send', who: 'client', actor, sentAt: platform.clock.now() })
      })
    }
    interface Row {
      id: string
      person: string
      state: string
      amount: number
    }
    const seen: Row[] = []
    for (let after: string | null = ''; after !== null; ) {
      const page = (await machine.call('GET', `${root}/requests?limit=2&after=${after}`)).body as {
        items: Row[]
        next: string | null
      }
      assert.ok(page.items.length <= 2)
      seen.push(...page.items)
      after = page.next
    }
    assert.equal(new Set(seen.map(({ id }) => id)).size, 3)
    assert.deepEqual([...new Set(seen.map(({ state, amount }) => `${state} ${amount}`))], ['Queued 1500000'])
    const one = await machine.call('GET', `${root}/requests/${seen[0]?.id}`)
    assert.equal(one.status, 200, one.text)
    assert.doesNotMatch(one.text, /Выдумкина|4500000055|\+7/, 'no personal data without that right')

    const person = await machine.call('GET', `${root}/people/${seen[0]?.person}`)
    assert.equal(person.status, 200, person.text)
    const {
      surname,
      passport,
      requests: own,
    } = person.body as { surname: string; passport: { number: string }; requests: string[] }
    assert.match(surname, /^Выдумкина\d$/)
    assert.deepEqual([passport.number, own], ['4500000055', [seen[0]?.id]])
    const read = await platform.db
      .$extendTables<{ journal: { event: string; actor_kind: string; actor_id: string; subject_id: string } }>()
      .selectFrom('journal')
      .selectAll()
      .where('event', '=', 'machine.readPerson')
      .execute()
    assert.deepEqual(
      read.map(({ actor_kind, actor_id, subject_id }) => [actor_kind, actor_id, subject_id]),
      [['machine', machine.id, seen[0]?.person]],
    )
    const narrow = await machineClient(platform, product, { scopes: ['requests:read'] })
    assert.equal((await narrow.call('GET', `${root}/people/${seen[0]?.person}`)).status, 403)
    for (const path of ['requests/nothing', 'people/nothing', 'documents/nothing', 'loans/nothing'])
      assert.equal((await machine.call('GET', `${root}/${path}`)).status, 404, path)
  })

  it('the word of the lender’s scoring is seen by the decision and kept with it; one that ran out is none', async () => {
    const { platform, bench, machine } = await start()
    const { id } = await bench.approved(somebody)
    const path = `${root}/requests/${id}/opinions`
    const say = (body: object) => machine.call('POST', path, body, machine.key())
    const word = { score: 640, reasons: ['thin-file'], expires: '2026-03-03T00:00:00+03:00' }
    for (const [changes, field] of [
      [{ expires: '2026-03-01T00:00:00Z' }, 'expires'],
      [{ expires: 'soon' }, 'expires'],
      [{ score: -1 }, 'score'],
      [{ reasons: ['Анна Иванова'] }, 'reasons'],
    ] as const) {
      const answer = await say({ ...word, ...changes })
      assert.equal(answer.status, 400, answer.text)
      assert.ok(answer.text.includes(`"field":"${field}`), answer.text)
    }
    assert.equal((await say(word)).status, 201)
    assert.equal((await say({ ...word, score: 650, expires: '2026-03-02T09:00:01Z' })).status, 201)
    platform.clock.advance(1500)
    await bench.decisions.decide(id)
    const row = await platform.db
      .$extendTables<{ decision: { id: string; inputs: Uint8Array; client_id: string } }>()
      .selectFrom('decision')
      .selectAll()
      .executeTakeFirstOrThrow()
    const sealing = await platform.clientKeys.of(platform.db, row.client_id)
    const inputs = sealing.unseal<{ opinion: object }>(row.inputs, { table: 'decision', id: row.id, column: 'inputs' })
    assert.deepEqual(inputs.opinion, { score: 640, reasons: ['thin-file'] }, 'the later word had run out')
    assert.equal(codeOf(await say(word)), 'state_conflict', 'decided already')
    assert.equal((await machine.call('POST', `${root}/requests/nothing/opinions`, word, machine.key())).status, 404)
  })

  it('a loan, its documents, and a payment of the lender’s own terminal: once for its reference, by contract, or in suspense', async () => {
    const { platform, bench, machine } = await start()
    const { loanId, actor } = await bench.running()
    // The bench keeps no account: the product tells the borrower of each payment.
    await platform.transact(async (tx) => {
      const sealing = await platform.clientKeys.of(tx.db, actor.id)
      await tx.db
        .$extendTables<{ client: { id: string; sealed: Uint8Array } }>()
        .updateTable('client')
        .set({ sealed: sealing.seal({ phone: '+79000000001' }, { table: 'client', id: actor.id }) })
        .where('id', '=', actor.id)
        .execute()
    })
    const { items } = (await machine.call('GET', `${root}/loans`)).body as {
      items: { id: string; contract: string; request: string }[]
    }
    assert.equal(items.length, 1)
    const loan = items[0] ?? assert.fail()
    assert.equal(loan.id, loanId)
    const debt = async () => {
      const answer = await machine.call('GET', `${root}/loans/${loanId}`)
      assert.equal(answer.status, 200, answer.text)
      return (answer.body as { debt: { total: number } }).debt.total
    }
    const before = await debt()
    const { documents } = (await machine.call('GET', `${root}/requests/${loan.request}`)).body as {
      documents: { id: string }[]
    }
    assert.ok(documents.length > 0)
    const pdf = await machine.call('GET', `${root}/documents/${documents[0]?.id}`)
    assert.equal(pdf.headers['content-type'], 'application/pdf')
    assert.ok(pdf.text.startsWith('%PDF-'))

    const told = { contract: loan.contract, amount: 5000 * rouble, paidOn: '2026-03-02', reference: 'kassa-1' }
    const pay = (changes: object = {}, key = machine.key()) =>
      machine.call('POST', `${root}/payments`, { ...told, ...changes }, key)
    const booked = await pay()
    assert.deepEqual(booked.body, { status: 'booked', loan: loanId }, booked.text)
    assert.deepEqual((await pay()).body, { status: 'booked', loan: loanId }, 'told again under another key')
    assert.equal(await debt(), before - 5000 * rouble)
    assert.equal(codeOf(await pay({ amount: 1 })), 'payment_conflict')
    assert.equal(codeOf(await pay({ contract: undefined, loan: 'another' })), 'payment_conflict')
    assert.equal(await debt(), before - 5000 * rouble)
    for (const [changes, field] of [
      [{ amount: 1 }, 'amount'],
      [{ paidOn: '2026-03-01' }, 'paidOn'],
      [{ contract: '000000-000000-00' }, 'contract'],
      [{ contract: undefined, loan: 'another' }, 'loan'],
    ] as const) {
      const answer = await pay(changes)
      assert.equal(codeOf(answer), 'payment_conflict', answer.text)
      assert.ok(answer.text.includes(`"field":"${field}"`), answer.text)
    }
    assert.deepEqual((await pay({ contract: '000000-000000-00', reference: 'kassa-2' })).body, {
      status: 'suspended',
      loan: null,
    })
    assert.deepEqual((await pay({ contract: '000000-000000-00', reference: 'kassa-2' })).body, {
      status: 'suspended',
      loan: null,
    })
    for (const [changes, field] of [
      [{ paidOn: '2026-03-03' }, 'paidOn'],
      [{ paidOn: '2026-02-30' }, 'paidOn'],
      [{ amount: 0 }, 'amount'],
      [{ amount: 1.5 }, 'amount'],
      [{ reference: '' }, 'reference'],
      [{ loan: loanId }, 'loan'],
      [{ contract: undefined }, 'loan'],
    ] as const) {
      const answer = await pay(changes)
      assert.equal(answer.status, 400, answer.text)
      assert.ok(answer.text.includes(`"field":"${field}"`), answer.text)
    }
    const strayAgain = () => pay({ contract: '000000-000000-00', reference: 'kassa-2' })
    const kept = (await bench.loans.waitingIn(null, 50)).find(({ provider_id }) => provider_id === 'kassa-2')
    await platform.transact((tx) => bench.loans.place(tx, kept?.id ?? '', loan.contract))
    assert.deepEqual((await strayAgain()).body, { status: 'booked', loan: loanId }, 'placed since')
    const { payments } = await bench.loans.seen(loanId)
    const voided = (provider: string, providerId: string) => {
      const payment = payments.find((one) => one.provider === provider && one.provider_id === providerId)
      return platform.transact((tx) => bench.loans.void(tx, payment?.id ?? '', 'vera'))
    }
    await voided('suspense', kept?.id ?? '')
    assert.deepEqual((await strayAgain()).body, { status: 'voided', loan: null })
    await voided(payments.find(({ provider_id }) => provider_id === 'kassa-1')?.provider ?? '', 'kassa-1')
    assert.deepEqual((await pay()).body, { status: 'voided', loan: null })
    // Two of one reference in the same moment: one is taken, whoever told otherwise hears so.
    for (const [number, other] of [{ amount: 700 * rouble }, { contract: '000000-000000-00' }].entries()) {
      const reference = `at-once-${number}`
      const both = await Promise.all([pay({ reference }), pay({ reference, ...other })])
      assert.deepEqual(both.map((answer) => codeOf(answer) ?? 'taken').sort(), ['payment_conflict', 'taken'])
    }
    const keyless = await machine.call('POST', `${root}/payments`, told)
    assert.equal(codeOf(keyless), 'idempotency_key_missing')
  })

  it('the book of a loan page by page: each posting once, lines that sum to 0, and what it owes by them', async () => {
    const { platform, product, bench } = await start()
    const { loanId } = await bench.running()
    platform.clock.advance(5 * 24 * 3_600_000)
    await bench.pay(loanId, 1000 * rouble)
    const machine = await machineClient(platform, product)
    interface Posting {
      id: string
      number: number
      kind: string
      lines: { account: string; amount: number }[]
    }
    const seen: Posting[] = []
    for (let after: string | null = '0'; after !== null; ) {
      const answer = await machine.call('GET', `${root}/loans/${loanId}/postings?limit=2&after=${after}`)
      assert.equal(answer.status, 200, answer.text)
      const page = answer.body as { items: Posting[]; next: string | null }
      assert.ok(page.items.length <= 2)
      seen.push(...page.items)
      after = page.next
    }
    assert.deepEqual(
      seen.map(({ number }) => number),
      seen.map((_, at) => at + 1),
    )
    assert.ok(seen.length > 3)
    for (const { lines } of seen)
      assert.equal(
        lines.reduce((all, { amount }) => all + amount, 0),
        0,
      )
    const owed = seen
      .flatMap(({ lines }) => lines)
      .filter(({ account }) => ['principal', 'principalDue', 'interest', 'interestDue'].includes(account))
      .reduce((all, { amount }) => all + amount, 0)
    const { debt } = (await machine.call('GET', `${root}/loans/${loanId}`)).body as { debt: { total: number } }
    assert.equal(owed, debt.total)
    assert.equal((await machine.call('GET', `${root}/loans/${loanId}/postings?after=x`)).status, 400)
    assert.equal((await machine.call('GET', `${root}/loans/nothing/postings`)).status, 404)
    const narrow = await machineClient(platform, product, { scopes: ['requests:read'] })
    assert.equal((await narrow.call('GET', `${root}/loans/${loanId}/postings`)).status, 403)
  })

  it('notes and marks of another system stand on the card with its name; the last word of a mark stands, null takes it away', async () => {
    const { platform, product, machine } = await start()
    const client = product.browser()
    await client.signUp('+79161234567')
    const { _id } = (await client.create()).body as { _id: string }
    const [person] = await product.services.requests.page('', 1)
    assert.equal(person?.id, _id)
    const path = `${root}/people/${person?.client_id}`
    const tell = (what: 'notes' | 'marks', body: object, key = machine.key()) =>
      machine.call('POST', `${path}/${what}`, body, key)
    const key = machine.key()
    const said = { text: 'Просит звонить после 18 часов' }
    assert.equal((await tell('notes', said, key)).status, 201)
    assert.equal((await tell('notes', said, key)).status, 201, 'the same key: one note')
    for (const [mark, value] of [
      ['segment', 'Новый'],
      ['segment', 'Постоянный'],
      ['risk', 'Высокий'],
      ['risk', null],
    ]) {
      platform.clock.advance(1000)
      const answer = await tell('marks', { mark, value })
      assert.equal(answer.status, 201, answer.text)
    }
    const { browser } = await signedInStaff(platform, product, 'vera', 'verifier')
    const card = await browser.call('POST', `/service/office/clients/${person?.client_id}/card`, { purpose: 'support' })
    assert.equal(card.status, 200, card.text)
    const { told } = card.body as { told: { system: string; kind: string; code?: string; text: string }[] }
    assert.deepEqual(
      told.map(({ system, kind, code, text }) => [system, kind, code, text]),
      [
        ['Проба', 'mark', 'segment', 'Постоянный'],
        ['Проба', 'note', undefined, said.text],
      ],
    )
    for (const [what, body, field] of [
      ['notes', { text: '' }, 'text'],
      ['notes', { text: 'я'.repeat(1001) }, 'text'],
      ['marks', { mark: 'Сегмент', value: 'x' }, 'mark'],
      ['marks', { mark: 'segment' }, 'value'],
      ['marks', { mark: 'segment', value: '' }, 'value'],
    ] as const) {
      const answer = await tell(what, body)
      assert.equal(answer.status, 400, answer.text)
      assert.ok(answer.text.includes(`"field":"${field}"`), answer.text)
    }
    assert.equal((await machine.call('POST', `${root}/people/nobody/notes`, said, machine.key())).status, 404)
    const { rows } = await sql<{ data: object }>`select data from journal where event = 'machine.tellPerson'`.execute(
      platform.db,
    )
    assert.equal(rows.length, 5)
    assert.doesNotMatch(JSON.stringify(rows), /Постоянный|18 часов/, 'the journal has no words')
    const kept = await sql<{ hex: string }>`
      select encode(sealed, 'hex') as hex from person_told where sealed is not null`.execute(platform.db)
    for (const { hex } of kept.rows) assert.ok(!Buffer.from(hex, 'hex').includes('звонить'))
    const narrow = await machineClient(platform, product, { scopes: ['people:read'] })
    assert.equal((await narrow.call('POST', `${path}/notes`, said, narrow.key())).status, 403)
  })
})

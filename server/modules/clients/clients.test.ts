import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { ClientCard, FoundClient } from '#contract/calls/office/clients.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { codeOf, openProduct } from '#server/testing/product.ts'
import { signedInStaff } from '#server/testing/staff.ts'

const passport = { issuedOn: '15.03.2018', departmentCode: '770-001', issuedBy: 'ГУ МВД', birthPlace: 'г. Вымышленск' }
const identity = { noPatronymic: false, birthDate: '10.05.1990', sex: 'female' }

onBothDatabases('O1: a client’s card', (open) => {
  async function start() {
    const platform = await open()
    const product = await openProduct(platform)
    const staff = async (role: 'verifier' | 'supervisor') =>
      (await signedInStaff(platform, product, `test-${role}`, role)).browser
    /** A draft that was never sent, with passport and name accepted. */
    async function draft(phone: string, number: string, who: object, snils: string) {
      const browser = product.browser()
      await browser.signUp(phone)
      const id = ((await browser.create()).body as { _id: string })._id
      for (const [step, raw] of [
        [10, { ...identity, ...who, snils }],
        [9, { ...passport, number }],
      ] as const) {
        const taken = await browser.call('PUT', `/service/requests/${id}/steps/${step}`, { revision: 0, raw })
        assert.equal(taken.status, 200, taken.text)
      }
      return id
    }
    const anna = { surname: 'Семёнова-Пробная', name: 'Анна', patronymic: 'Петровна' }
    const request = await draft('+79161234567', '45 10 235857', anna, '112-233-445 95')
    return { platform, product, staff, draft, anna, request }
  }
  type Browser = Awaited<ReturnType<typeof signedInStaff>>['browser']
  const found = async (browser: Browser, search: string) => {
    const answer = await browser.call('POST', '/service/office/clients/search', { search })
    assert.equal(answer.status, 200, answer.text)
    return (answer.body as { items: FoundClient[] }).items
  }
  const card = (browser: Browser, id: string, body: object = { purpose: 'support' }) =>
    browser.call('POST', `/service/office/clients/${id}/card`, body)

  test('is found by anything, a draft too; what was typed is written nowhere', async () => {
    const { platform, staff, request } = await start()
    const browser = await staff('verifier')
    const sought = [
      '+7 916 123-45-67',
      '89161234567',
      'семенова',
      'СЕМЁН',
      'проб анн',
      '4510 235857',
      '112-233-445 95',
      '11223344595',
      request,
      request.slice(-8),
      `…${request.slice(-8)}`,
    ]
    for (const text of sought) {
      const items = await found(browser, text)
      assert.deepEqual(
        items.map(({ name, phone, passport: shown }) =>
          [name, phone, shown.slice(-3)].map((text) => text.replaceAll('\u00a0', ' ')),
        ),
        [['Семёнова-Пробная А. П.', '+7 *** ***-45-67', '857']],
        text,
      )
    }
    for (const text of ['семенов иван', '4510 235858', '+79160000000', 'аннапробная', '00000000'])
      assert.deepEqual(await found(browser, text), [], text)
    const short = await browser.call('POST', '/service/office/clients/search', { search: 'аб' })
    assert.equal(codeOf(short), 'bad_request')
    const { rows } = await sql<{ data: object }>`select data from journal where event = 'client.search'`.execute(
      platform.db,
    )
    assert.equal(rows.length, sought.length + 5)
    assert.doesNotMatch(JSON.stringify(rows), /семен|4510|1234567/i)
    const words = await sql<{ blind: string }>`select blind from client_word`.execute(platform.db)
    assert.ok(words.rows.length > 5 && words.rows.every(({ blind }) => /^[\da-f]{64}$/.test(blind)))
  })

  test('opens with a purpose only, masked; whole for a supervisor who asks; in the journal; by so many an hour', async () => {
    const { platform, staff, request } = await start()
    const [verifier, supervisor] = [await staff('verifier'), await staff('supervisor')]
    const id = (await found(verifier, 'семенова'))[0]?.id ?? ''
    assert.equal(codeOf(await card(verifier, id, {})), 'bad_request')
    assert.equal(codeOf(await card(verifier, id, { purpose: 'curiosity' })), 'bad_request')
    assert.equal(codeOf(await card(verifier, 'nobody')), 'not_found')
    assert.equal(codeOf(await card(verifier, id, { purpose: 'support', whole: true })), 'forbidden')
    const masked = await card(verifier, id)
    assert.equal(masked.status, 200, masked.text)
    assert.doesNotMatch(masked.text, /235857|1234567|11223344595|Петровна|1990/)
    const shown = masked.body as ClientCard
    assert.deepEqual(
      shown.requests.map((each) => [each.id, each.state, each.amount]),
      [[request, 'New', 1_000_000]],
    )
    assert.ok(shown.consents.length > 0 && shown.accounts.length === 1)
    const whole = await card(supervisor, id, { purpose: 'complaint', whole: true })
    const known = (whole.body as ClientCard).known.map(({ label, value }) =>
      `${label}: ${value}`.replaceAll('\u00a0', ' '),
    )
    assert.ok(known.includes('Имя и дата рождения: Семенова Пробная Анна Петровна, 10.05.1990'), known.join('; '))
    assert.ok(known.includes('СНИЛС: 112-233-445 95'), known.join('; '))
    assert.ok(!(whole.body as ClientCard).messages.some(({ text }) => /\d{4,}/.test(text)))
    const { rows } = await sql<{
      data: object
    }>`select data from journal where event = 'client.card' order by seq`.execute(platform.db)
    assert.deepEqual(
      rows.map(({ data }) => data),
      [
        { purpose: 'support', whole: false },
        { purpose: 'complaint', whole: true },
      ],
    )
    let answers = 0
    while ((await card(verifier, id)).status === 200) answers += 1
    assert.ok(answers < 60)
    assert.equal(codeOf(await card(verifier, id)), 'too_often')
  })

  test('a signal leads to whom it speaks of; the journal keeps what led there, where it does', async () => {
    const { platform, staff, draft, anna, request } = await start()
    const browser = await staff('verifier')
    await draft('+79161234568', '45 10 235858', anna, '112-233-446 96')
    const [one, other] = [(await found(browser, '4510 235857'))[0]?.id, (await found(browser, '4510 235858'))[0]?.id]
    assert.ok(one && other)
    const shown = (await card(browser, one)).body as ClientCard
    assert.deepEqual(
      shown.signals.map((signal) => [signal.kind, signal.with]),
      [['sameName', [other]]],
    )
    for (const by of [
      { signal: 'sameName', from: one },
      { signal: 'sameName', from: request },
      { signal: 'sameDevice', from: one },
      { signal: 'sameName', from: other },
    ]) {
      const opened = await card(browser, other, { purpose: 'review', by })
      assert.equal(opened.status, 200, opened.text)
    }
    const { rows } = await sql<{ data: object }>`select data from journal
      where event = 'client.card' and subject_id = ${other} order by seq`.execute(platform.db)
    const plain = { purpose: 'review', whole: false }
    assert.deepEqual(
      rows.map(({ data }) => data),
      [{ ...plain, signal: 'sameName', from: one }, { ...plain, signal: 'sameName', from: request }, plain, plain],
    )
  })

  test('two accounts of a person are one card; the staff part and join them; the case ends with words', async () => {
    const { staff, draft, anna } = await start()
    const [verifier, supervisor] = [await staff('verifier'), await staff('supervisor')]
    await draft('+79161234568', '45 10 235857', { ...anna, surname: 'Иная' }, '112-233-445 95')
    const [one, other] = [(await found(verifier, 'семенова'))[0], (await found(verifier, 'иная'))[0]]
    assert.deepEqual([one?.accounts, other?.accounts], [2, 2])
    const open = async () => (await card(supervisor, one?.id ?? '')).body as ClientCard
    const first = await open()
    assert.deepEqual([first.accounts.length, first.requests.length], [2, 2])
    assert.deepEqual(
      first.cases.map(({ kind, holds }) => [kind, holds]),
      [['twoAccounts', false]],
    )
    const part = `/service/office/clients/${other?.id}/part`
    assert.equal((await verifier.call('POST', part, undefined, verifier.key())).status, 403)
    assert.deepEqual((await supervisor.call('POST', part, undefined, supervisor.key())).body, { stands: true })
    assert.equal((await open()).accounts.length, 1)
    const join = await supervisor.call(
      'POST',
      `/service/office/clients/${one?.id}/join`,
      { with: other?.id },
      supervisor.key(),
    )
    assert.deepEqual(join.body, { stands: true })
    const joined = (await open()).accounts.find(({ id }) => id === other?.id)
    assert.equal(joined?.link?.says, 'joined')
    const undo = `/service/office/links/${joined?.link?.id}/undo`
    assert.deepEqual((await supervisor.call('POST', undo, undefined, supervisor.key())).body, { stands: true })
    const listed = (await verifier.call('GET', '/service/office/cases')).body as {
      items: { id: string; kind: string }[]
    }
    assert.deepEqual(
      listed.items.map(({ kind }) => kind),
      ['twoAccounts'],
    )
    const end = (words: string) =>
      supervisor.call(
        'POST',
        `/service/office/cases/${listed.items[0]?.id}/end`,
        { outcome: 'cleared', words },
        supervisor.key(),
      )
    assert.equal(codeOf(await end('')), 'invalid_answers')
    assert.deepEqual((await end('Это мать и дочь')).body, { ended: true })
    assert.deepEqual((await verifier.call('GET', '/service/office/cases')).body, { items: [] })
    assert.equal((await open()).cases[0]?.words, 'Это мать и дочь')
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { codeOf, openProduct, type TestBrowser } from '#server/testing/product.ts'

const anna = '1000000001'
const boris = '1000000002'
const vera = '1000000003'

interface Back {
  readonly provider: string
  readonly state: string
  readonly code?: string
  readonly error?: string
  readonly iss?: string
}

/** Goes to the stand-in's page as a browser does and chooses; what comes back in the address. */
async function walk(person: TestBrowser, url: string, who: string): Promise<Back> {
  const { pathname, search } = new URL(url)
  const page = await person.call('GET', pathname + search)
  assert.equal(page.status, 200)
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const sent = await person.call('POST', pathname + search, `who=${who}`, type)
  const back = new URL(String(sent.headers.location))
  const landed = await person.call('GET', back.pathname + back.search)
  assert.equal(landed.status, 303)
  const {
    provider = '',
    state = '',
    ...rest
  } = Object.fromEntries(new URLSearchParams(String(landed.headers.location).split('#')[1]))
  return { provider, state, ...rest }
}

const finish = (person: TestBrowser, back: object) => person.call('POST', '/service/identity/finish', back)
const urlOf = ({ body }: { body: unknown }) => (body as { url: string }).url
const refusedAs = (answer: Awaited<ReturnType<typeof finish>>) =>
  (answer.body as { error?: { details?: { code?: string } } }).error?.details?.code

onBothDatabases('who the borrower is', (open) => {
  async function start(phone = '+79161234501') {
    const platform = await open()
    const product = await openProduct(platform)
    const person = product.browser()
    await person.signUp(phone)
    const { _id: id } = (await person.create()).body as { _id: string }
    const begin = (by: TestBrowser, requestId: string) =>
      by.call('POST', `/service/requests/${requestId}/identity`, {
        provider: 'sandbox',
        purpose: 'fill',
        screen: '/step10',
        agreed: true,
      })
    const fill = async (who: string, by = person, requestId = id) =>
      finish(by, await walk(by, urlOf(await begin(by, requestId)), who))
    const asked = async () =>
      (await person.call('GET', `/service/requests/${id}/identity`)).body as Record<string, unknown>
    const request = async () => (await product.services.requests.find(id)) ?? assert.fail()
    return { platform, product, person, id, begin, fill, asked, request }
  }

  const rows = async (platform: TestPlatform, table: string) =>
    (await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(platform.db)).rows

  test('fields come from the provider into the borrower’s own request; what is kept is sealed', async () => {
    const { platform, product, person, id, fill, asked } = await start()
    try {
      assert.deepEqual((await fill(anna)).body, { result: 'filled', screen: '/step10' })
      const { record, state, demanded } = await asked()
      assert.deepEqual([state, demanded], ['differs', false])
      const { values } = record as { values: Record<string, unknown> }
      assert.deepEqual([values.surname, values.passportNumber, values.phone], ['Вымыслова', '4514123456', undefined])
      const [kept] = await rows(platform, 'identity_record')
      assert.ok(!Buffer.from(kept?.sealed as Uint8Array).includes('4514123456'))
      const exported = (await person.call('GET', '/service/profile/data')).text
      assert.match(exported, /4514123456/)
      const stranger = product.browser('10.0.0.9')
      await stranger.signUp('+79161234502')
      assert.equal((await stranger.call('GET', `/service/requests/${id}/identity`)).status, 404)
    } finally {
      await product.close()
    }
  })

  test('the same browser asking again is told the same; another one, another state, another time: nothing', async () => {
    const { platform, product, person, id, begin } = await start()
    try {
      const back = await walk(person, urlOf(await begin(person, id)), anna)
      const thief = product.browser('10.0.0.9')
      await thief.signUp('+79161234503')
      assert.equal(codeOf(await finish(thief, back)), 'identity_elsewhere')
      assert.equal(codeOf(await finish(product.browser('10.0.0.8'), back)), 'identity_elsewhere')
      assert.equal(codeOf(await finish(person, { ...back, state: crypto.randomUUID() })), 'identity_over')
      assert.equal(codeOf(await finish(person, { ...back, provider: 'esia' })), 'identity_over')
      const twenty = await Promise.all(Array.from({ length: 20 }, () => finish(person, back)))
      assert.ok(twenty.some(({ status }) => status === 200))
      assert.ok(twenty.every((answer) => answer.status === 200 || codeOf(answer) === 'request_in_flight'))
      assert.equal((await rows(platform, 'identity_record')).length, 1)
      assert.equal((await finish(person, back)).status, 200)
      const late = await walk(person, urlOf(await begin(person, id)), anna)
      platform.clock.advance(11 * 60_000)
      assert.equal(codeOf(await finish(person, late)), 'identity_over')
    } finally {
      await product.close()
    }
  })

  test('an attacker’s code in the victim’s attempt, a spent code, cancelling, «away»', async () => {
    const { product, person, id, begin, fill } = await start()
    try {
      const attacker = product.browser('10.0.0.9')
      await attacker.signUp('+79161234504')
      const { _id: other } = (await attacker.create()).body as { _id: string }
      const theirs = await walk(attacker, urlOf(await begin(attacker, other)), boris)
      const own = await walk(person, urlOf(await begin(person, id)), anna)
      const mixed = await finish(person, { ...own, code: theirs.code })
      assert.equal(refusedAs(mixed), 'expired', 'PKCE binds a code to its attempt')
      assert.equal(refusedAs(await finish(person, { ...own })), 'expired', 'the same answer again')
      assert.equal(refusedAs(await fill('cancel')), 'cancelled')
      assert.equal(codeOf(await fill('away')), 'identity_away')
      const markup = await begin(person, id)
      const cancelled = await walk(person, urlOf(markup), 'cancel')
      const said = await finish(person, { ...cancelled, errorDescription: '<script>alert(1)</script>' })
      assert.doesNotMatch(said.text, /script/)
      const elsewhere = { provider: 'sandbox', purpose: 'fill', agreed: true }
      for (const screen of ['https://evil.example', '//evil.example', '/step10/../x', '/docs'])
        assert.equal(
          (await person.call('POST', `/service/requests/${id}/identity`, { ...elsewhere, screen })).status,
          400,
        )
    } finally {
      await product.close()
    }
  })

  test('another person in the same account: nothing kept, the money waits', async () => {
    const { platform, product, fill, request } = await start()
    try {
      assert.equal((await fill(anna)).status, 200)
      assert.equal(refusedAs(await fill(boris)), 'wrongPerson')
      assert.equal((await rows(platform, 'identity_record')).length, 1)
      assert.equal(await product.services.people.hold((await request()).client_id), 'waits')
    } finally {
      await product.close()
    }
  })

  test('one person with two accounts is one person at once; neither account is the other’s', async () => {
    const { platform, product, person, id, fill } = await start()
    try {
      await fill(anna)
      const second = product.browser('10.0.0.9')
      await second.signUp('+79161234505')
      const { _id: other } = (await second.create()).body as { _id: string }
      assert.equal((await fill(anna, second, other)).status, 200)
      const [one, two] = [await product.services.requests.find(id), await product.services.requests.find(other)]
      const accounts = await product.services.people.accounts(one?.client_id ?? '')
      assert.deepEqual([...accounts].sort(), [one?.client_id, two?.client_id].sort())
      assert.equal((await second.call('GET', `/service/requests/${id}`)).status, 404)
      await person.call('POST', '/service/profile/identity/links', { provider: 'sandbox' })
      const taken = await second.call('POST', '/service/profile/identity/links', { provider: 'sandbox' })
      assert.equal(refusedAs(taken), 'linkedElsewhere')
      assert.equal((await rows(platform, 'identity_link')).length, 1)
    } finally {
      await product.close()
    }
  })

  const signInBy = async (by: TestBrowser, who: string) => {
    const begun = await by.call('POST', '/service/identity/sign-in', { provider: 'sandbox' })
    return finish(by, await walk(by, urlOf(begun), who))
  }

  test('signing in: only to the account that was linked, and without what a code opens', async () => {
    const { platform, product, person, fill } = await start()
    try {
      await fill(anna)
      const other = product.browser('10.0.0.9')
      assert.deepEqual(
        (await signInBy(other, anna)).body,
        { result: 'newcomer', screen: '/step18' },
        'proof alone opens nothing',
      )
      assert.equal((await person.call('POST', '/service/profile/identity/links', { provider: 'sandbox' })).status, 204)
      assert.deepEqual((await signInBy(other, anna)).body, { result: 'signedIn', screen: '/step3' })
      assert.equal((await other.call('GET', '/authenticated')).status, 200)
      assert.equal(
        codeOf(await other.call('POST', '/service/profile/identity/links', { provider: 'sandbox' })),
        'confirm_again',
      )
      const messages = await rows(platform, 'message')
      assert.ok(messages.some(({ kind }) => kind === 'identitySignIn'))
      const { links } = (await person.call('GET', '/service/profile/identity')).body as { links: { id: string }[] }
      assert.equal((await person.call('DELETE', `/service/profile/identity/links/${links[0]?.id}`)).status, 204)
      assert.deepEqual((await signInBy(product.browser('10.0.0.7'), anna)).body, {
        result: 'newcomer',
        screen: '/step18',
      })
    } finally {
      await product.close()
    }
  })

  test('somebody new: what came waits in the browser for a phone and a code', async () => {
    const { product } = await start()
    try {
      const visitor = product.browser('10.0.0.9')
      assert.deepEqual((await signInBy(visitor, boris)).body, { result: 'newcomer', screen: '/step18' })
      await visitor.signUp('+79161234506')
      assert.equal((await visitor.call('POST', '/service/identity/adoption', { link: true, agreed: true })).status, 204)
      assert.equal(
        codeOf(await visitor.call('POST', '/service/identity/adoption', { link: true, agreed: true })),
        'identity_over',
      )
      assert.deepEqual((await signInBy(product.browser('10.0.0.7'), boris)).body, {
        result: 'signedIn',
        screen: '/step3',
      })
    } finally {
      await product.close()
    }
  })

  test('an account that is not confirmed fills, and lets nobody in', async () => {
    const { product, person, fill, asked } = await start()
    try {
      assert.equal((await fill(vera)).status, 200)
      assert.equal((await asked()).state, 'needed')
      const linked = await person.call('POST', '/service/profile/identity/links', { provider: 'sandbox' })
      assert.equal(refusedAs(linked), 'levelTooLow')
    } finally {
      await product.close()
    }
  })

  test('no token, code, name or number of a person stands in a log or in the journal', async () => {
    const { platform, product, person, id, begin } = await start()
    try {
      const back = await walk(person, urlOf(await begin(person, id)), anna)
      await finish(person, back)
      await finish(person, { ...back, code: 'другой' })
      const told = [...platform.lines, ...(await rows(platform, 'journal')).map((row) => JSON.stringify(row))].join(
        '\n',
      )
      for (const secret of [back.code ?? '', back.state, 'Вымыслова', 'ВЫМЫСЛОВА', '4514123456', '11223344595', anna])
        assert.ok(!told.includes(secret), secret)
      const [attempt] = await rows(platform, 'identity_attempt')
      assert.ok(!JSON.stringify(attempt).includes(back.state))
    } finally {
      await product.close()
    }
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { onBothDatabases } from '#server/testing/bench.ts'
import { demoLender } from '#server/testing/life.ts'
import { codeOf, openProduct } from '#server/testing/product.ts'

const wish = { product: 'payday', amount: 1_000_000, term: 14, purpose: 'everyday' }
const week = { ...wish, promo: ' неделя ' }

function withPromos(change: { perPerson?: number; perDay?: number; inAll?: number }) {
  const { products, ...rest } = demoLender()
  return {
    ...rest,
    products: products.map((product) => ({
      ...product,
      promos: product.promos.map((promo) => ({ ...promo, ...change })),
    })),
  }
}

onBothDatabases('N14: promo codes', (open) => {
  async function start(change: { perPerson?: number; perDay?: number; inAll?: number } = {}) {
    const platform = await open()
    const product = await openProduct(platform, {}, withPromos(change))
    let phones = 0
    const person = async () => {
      const browser = product.browser()
      phones += 1
      await browser.signUp(`+7916555${String(phones).padStart(4, '0')}`)
      const create = (raw: object) => browser.call('POST', '/service/requests', { raw }, browser.key())
      const idOf = async (raw: object) => {
        const made = await create(raw)
        assert.equal(made.status, 201, made.text)
        return (made.body as { _id: string })._id
      }
      const detail = async (id: string) =>
        (await browser.call('GET', `/service/requests/${id}`)).body as {
          request: { version: number }
          promo?: object
        }
      const withdraw = async (id: string) =>
        browser.call(
          'POST',
          `/service/requests/${id}/withdraw`,
          { version: (await detail(id)).request.version },
          browser.key(),
        )
      return { browser, create, idOf, detail, withdraw }
    }
    return { platform, product, person }
  }
  const field = (answer: { body: unknown }) =>
    (answer.body as { error?: { issues?: { field: string }[] } }).error?.issues?.map((issue) => issue.field)

  test('stand in no page; what one gives is asked of the server, whatever its case', async () => {
    const { product, person } = await start()
    const { browser } = await person()
    const page = await browser.call('GET', '/')
    assert.equal(page.status, 200)
    for (const { promos } of demoLender().products)
      for (const { code } of promos) assert.ok(!page.text.includes(code), code)
    const look = (code: string) => product.browser().call('POST', '/service/promos/check', { product: 'payday', code })
    assert.deepEqual((await look('неделя')).body, { promo: { code: 'НЕДЕЛЯ', freeDays: 7 } })
    assert.deepEqual((await look('НЕТТАКОГО')).body, { promo: null })
  })

  test('one for so many a day is there again the next day; who holds it keeps it', async () => {
    const { platform, person } = await start({ perDay: 1 })
    const [anna, boris] = [await person(), await person()]
    const hers = await anna.idOf(week)
    assert.deepEqual(field(await boris.create(week)), ['promo'])
    platform.clock.advance(24 * 3_600_000)
    const his = await (await person()).idOf(week)
    assert.ok(his && hers)
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from promo_use`.execute(platform.db)
    assert.equal(rows[0]?.n, 2)
    assert.deepEqual(field(await (await person()).create(week)), ['promo'])
  })

  test('one that is none is refused at its field; the one a request holds is part of its price', async () => {
    const { person } = await start()
    const anna = await person()
    const refused = await anna.create({ ...wish, promo: 'НЕТТАКОГО' })
    assert.deepEqual([refused.status, codeOf(refused), field(refused)], [400, 'invalid_answers', ['promo']])
    const id = await anna.idOf(week)
    assert.deepEqual((await anna.detail(id)).promo, { code: 'НЕДЕЛЯ', freeDays: 7 })
  })

  test('in all: the last one goes to one of ten at once; given back with the request that came to nothing', async () => {
    const { person } = await start({ inAll: 1 })
    const people = []
    for (let n = 0; n < 10; n += 1) people.push(await person())
    const made = await Promise.all(people.map(({ create }) => create(week)))
    assert.deepEqual(made.map(({ status }) => status).sort(), [201, ...Array.from({ length: 9 }, () => 400)])
    const holder = made.findIndex(({ status }) => status === 201)
    const { _id = '' } = (made[holder]?.body ?? {}) as { _id?: string }
    const withdrawn = await people[holder]?.withdraw(_id)
    assert.equal(withdrawn?.status, 200)
    const next = people[(holder + 1) % 10]
    assert.equal((await next?.create(week))?.status, 201)
  })

  test('by person: whoever is found to be somebody who holds it already cannot send the request with it', async () => {
    const { platform, product, person } = await start()
    const [anna, again] = [await person(), await person()]
    const passport = { number: '45 10 235857', issuedOn: '15.03.2018', departmentCode: '770-001' }
    const ids: string[] = []
    for (const who of [anna, again]) {
      const id = await who.idOf(week)
      ids.push(id)
      const identity = {
        surname: 'Вымыслова',
        name: 'Анна',
        noPatronymic: true,
        birthDate: '10.05.1990',
        sex: 'female',
      }
      for (const [step, raw] of [
        [10, { ...identity, snils: '112-233-445 95' }],
        [9, { ...passport, issuedBy: 'ГУ МВД РОССИИ', birthPlace: 'г. Вымышленск' }],
      ] as const) {
        const taken = await who.browser.call('PUT', `/service/requests/${id}/steps/${step}`, { revision: 0, raw })
        assert.equal(taken.status, 200, taken.text)
      }
    }
    const missing = async (n: number) => {
      const { steps, requests } = product.services
      const id = ids[n] ?? ''
      return platform.transact(async (tx) => steps.missing(tx, await requests.lock(tx, id)))
    }
    assert.ok(!(await missing(0)).includes(34))
    assert.ok((await missing(1)).includes(34))
    const { browser } = again
    const accept = (raw: object) => browser.call('PUT', `/service/requests/${ids[1]}/steps/34`, { revision: 1, raw })
    assert.deepEqual(field(await accept({ ...week, term: 15 })), ['promo'])
    const without = await accept({ ...wish, promo: '' })
    assert.equal(without.status, 200, without.text)
    assert.ok(!(await missing(1)).includes(34))
  })
})

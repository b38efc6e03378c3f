import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onBothDatabases } from '#server/testing/bench.ts'
import { codeOf, type Injected, openProduct } from '#server/testing/product.ts'
import { signedInStaff } from '#server/testing/staff.ts'

const phone = '+79161234567'
const unbound = { appealCreation: { hourly: { most: 1000 }, daily: { most: 1000 } } }

/** Turned away at the door of a busy server, nothing was asked of the call itself. */
const answered = (answers: readonly Injected[]) => answers.filter(({ status }) => status !== 503)
const statusesOf = (answers: readonly Injected[]) => [...new Set(answers.map(({ status }) => status))].sort()

onBothDatabases('appeals under attack', (open) => {
  async function start(limits: object = {}) {
    const platform = await open()
    const product = await openProduct(platform, {}, { limits })
    const person = product.browser()
    await person.signUp(phone)
    await person.create()
    const ask = (kind = 'complaint', words = 'Жалоба') =>
      person.call('POST', '/service/appeals', { kind, words }, person.key())
    const idOf = (answer: Injected) => (answer.body as { id: string }).id
    const listed = async () =>
      ((await person.call('GET', '/service/appeals')).body as { appeals: { state: string }[] }).appeals
    return { platform, product, person, ask, idOf, listed }
  }

  test('N20: appeals made and taken back, again and again: twenty an hour, no more numbers and no more messages', async () => {
    const { person, ask, idOf } = await start()
    const statuses: number[] = []
    for (let turn = 0; turn < 25; turn += 1) {
      const made = await ask()
      statuses.push(made.status)
      if (made.status === 201) await person.call('POST', `/service/appeals/${idOf(made)}/withdrawal`)
    }
    assert.deepEqual([statuses.filter((status) => status === 201).length, statuses.at(-1)], [20, 429])
  })

  test('N21: sixty complaints at the same moment: twenty wait, the others are refused', async () => {
    const { ask, listed } = await start(unbound)
    const answers = answered(await Promise.all(Array.from({ length: 60 }, () => ask())))
    assert.deepEqual(statusesOf(answers), [201, 429])
    assert.equal(answers.filter(({ status }) => status === 201).length, 20)
    assert.equal((await listed()).filter(({ state }) => state === 'open').length, 20)
  })

  test('N21: the same request twenty times at once is one, and each is answered with it', async () => {
    const { ask, idOf, listed } = await start(unbound)
    const answers = answered(await Promise.all(Array.from({ length: 20 }, () => ask('dataCopy', 'Пришлите копию'))))
    assert.deepEqual(statusesOf(answers), [201])
    assert.equal(new Set(answers.map(idOf)).size, 1)
    assert.equal((await listed()).length, 1)
  })

  test('N22: of blanks, invisible marks or signs alone nothing is registered', async () => {
    const { ask, listed } = await start()
    for (const words of ['   ', '\u200b', '\u202e\u2066', '...', '\n\t']) {
      const answer = await ask('complaint', words)
      assert.deepEqual([answer.status, codeOf(answer)], [400, 'bad_request'], JSON.stringify(words))
    }
    assert.equal((await listed()).length, 0)
  })

  test('N23: who looks through the appeals is stopped', async () => {
    const { platform, product, ask, idOf } = await start({ appealCard: { staff: { most: 5 } } })
    const id = idOf(await ask())
    const { browser } = await signedInStaff(platform, product, 'test-auditor', 'auditor')
    const look = (path = '') => browser.call('GET', `/service/office/appeals/${id}${path}`)
    for (let turn = 0; turn < 5; turn += 1) assert.equal((await look()).status, 200)
    assert.equal(codeOf(await look()), 'too_often')
    assert.equal(codeOf(await look(`/files/${crypto.randomUUID()}`)), 'too_often')
  })
})

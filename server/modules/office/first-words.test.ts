import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onBothDatabases } from '#server/testing/bench.ts'
import { openProduct } from '#server/testing/product.ts'
import { signedInStaff } from '#server/testing/staff.ts'

onBothDatabases('the first word of two', (open) => {
  async function three(role: string) {
    const platform = await open()
    const product = await openProduct(platform)
    const boss = await signedInStaff(platform, product, 'boss', 'administrator')
    const first = await signedInStaff(platform, product, 'first', role)
    const second = await signedInStaff(platform, product, 'second', role)
    const { staff } = product.services.office
    const id = (await staff.list()).find(({ login }) => login === 'first')?.id ?? ''
    const change = (change: { role?: string; disabled?: boolean }) =>
      platform.transact((tx) => staff.change(tx, id, change, { kind: 'system', id: 'test' }))
    const refused = (answer: { status: number; text: string }) => {
      assert.equal(answer.status, 409, answer.text)
      assert.match(answer.text, /"second_person".*больше не вправе просить/)
    }
    return { platform, product, boss, first: first.browser, second: second.browser, change, refused }
  }

  it('counts no more for a list once who said it is cut off or has another role; it is declined and asked for anew', async () => {
    const { first, second, change, refused } = await three('compliance')
    const entries = async () => {
      const { items } = (await second.call('GET', '/service/office/lists')).body as {
        items: { id: string; waits?: string }[]
      }
      return items
    }
    const add = async (by: typeof first, value: string) => {
      const answer = await by.call(
        'POST',
        '/service/office/lists',
        { list: 'black', by: 'phone', value, reason: 'проба' },
        { 'idempotency-key': crypto.randomUUID() },
      )
      assert.equal(answer.status, 201, answer.text)
      return (await entries()).find(({ waits }) => waits === 'add')?.id ?? ''
    }
    const confirm = (by: typeof first, id: string) => by.call('POST', `/service/office/lists/${id}/confirm`)
    const remove = (by: typeof first, id: string) => by.call('DELETE', `/service/office/lists/${id}`)

    const stands = await add(first, '+79000000001')
    assert.equal((await confirm(second, stands)).status, 204)
    const waits = await add(first, '+79000000002')
    assert.equal((await remove(first, stands)).status, 204)
    await change({ role: 'verifier' })
    refused(await confirm(second, waits))
    await change({ role: 'compliance' })
    await change({ disabled: true })
    refused(await confirm(second, waits))
    refused(await confirm(second, stands))
    for (const id of [waits, stands]) assert.equal((await remove(second, id)).status, 204)
    const [left] = await entries()
    assert.deepEqual([left?.id, left?.waits], [stands, undefined])
    const anew = await add(second, '+79000000002')
    assert.match((await confirm(second, anew)).text, /second_person/)
  })

  it('counts no more for money either', async () => {
    const { platform, product, first, second, change, refused } = await three('accountant')
    const { loans } = product.services
    const stray = { provider: 'bank:40702810900000000001', providerId: 'line', amount: 50_000 }
    await platform.transact((tx) => loans.told(tx, 'misspelt', stray))
    const [kept] = await loans.waitingIn(null, 1)
    const document = { number: '12', day: loans.today(), reason: 'ошибочный перевод' }
    const give = (by: typeof first) => by.call('POST', `/service/office/suspense/${kept?.id}/transferred`, document)
    assert.deepEqual((await give(first)).body, { done: false })
    await change({ disabled: true })
    refused(await give(second))
    const { items } = (await second.call('GET', '/service/office/suspense')).body as {
      items: { refund: { id: string; transfer: object } }[]
    }
    assert.deepEqual(items[0]?.refund.transfer, { number: '12', day: document.day })
    assert.equal((await second.call('DELETE', `/service/office/asked/${items[0]?.refund.id}`)).status, 204)
    assert.deepEqual((await give(second)).body, { done: false })
    assert.equal(await loans.inSuspense(), 1)
  })
})

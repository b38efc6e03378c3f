import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onBothDatabases } from '#server/testing/bench.ts'
import { openProduct } from '#server/testing/product.ts'
import { signedInStaff } from '#server/testing/staff.ts'

onBothDatabases('a client’s sign-ins and the office', (open) => {
  test('B6 a supervisor ends all of them, the phone lent the camera too; the draft stays', async () => {
    const platform = await open()
    const product = await openProduct(platform)
    const [client, phone, other] = [product.browser(), product.browser(), product.browser()]
    await client.signUp('9000000001')
    await other.signUp('9000000002')
    const id = ((await client.create()).body as { _id: string })._id
    const handover = `/service/requests/${id}/handover`
    const { token } = (await client.call('POST', handover)).body as { token: string }
    await phone.call('POST', '/service/handover', { token })
    await phone.call('POST', '/service/handover/answer', { same: true })
    await client.call('POST', `${handover}/answer`, { same: true })
    const capture = async () => (await phone.call('POST', `/service/requests/${id}/digits`)).status
    assert.equal(await capture(), 201)

    const path = `/service/office/requests/${id}/sessions`
    const verifier = await signedInStaff(platform, product, 'anna', 'verifier')
    assert.equal((await verifier.browser.call('DELETE', path)).status, 403)
    const { browser } = await signedInStaff(platform, product, 'boris', 'supervisor')
    assert.deepEqual((await browser.call('DELETE', path)).body, { ended: 1 })
    const seen = async (of = client) => (await of.call('GET', '/authenticated')).status
    assert.deepEqual([await seen(), await seen(other), await capture()], [401, 200, 401])

    platform.clock.advance(2 * 60_000)
    await client.signUp('9000000001')
    assert.equal((await client.call('GET', `/service/requests/${id}`)).status, 200)
  })
})

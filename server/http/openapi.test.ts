import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onBothDatabases } from '#server/testing/bench.ts'
import { openProduct } from '#server/testing/product.ts'
import { besides } from './openapi-besides.ts'

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { operationId: string; responses: object }>>>>
  readonly webhooks: Readonly<Record<string, object>>
}

onBothDatabases('openapi.json', (open) => {
  test('I14: streams, uploads and notices of vendors stand there, and each is a route of the product', async () => {
    const product = await openProduct(await open())
    const { body } = await product.app.inject('/service/openapi.json')
    const { paths, webhooks } = JSON.parse(body) as Document
    const wanted = [
      ['GET', '/service/live'],
      ['GET', '/service/office/live'],
      ['POST', '/service/uploads'],
      ['HEAD', '/service/uploads/{id}'],
      ['PATCH', '/service/uploads/{id}'],
      ['DELETE', '/service/uploads/{id}'],
      ['POST', '/service/webhooks/payments'],
      ['POST', '/service/webhooks/payouts'],
    ] as const
    for (const [method, path] of wanted) assert.ok(paths[path]?.[method.toLowerCase()], `${method} ${path}`)
    assert.ok('payment.succeeded' in webhooks)
    for (const [path, methods] of Object.entries(besides))
      for (const method of Object.keys(methods)) {
        const url = path.replace(/\{(\w+)\}/g, ':$1')
        assert.ok(product.app.hasRoute({ method: method.toUpperCase() as 'GET', url }), `${method} ${url}`)
      }
    const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
    assert.equal(new Set(ids).size, ids.length, 'no name twice')
    await product.close()
  })
})

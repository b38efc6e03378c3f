import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { it } from 'node:test'
import type { ClientActor } from '#server/http/actors.ts'
import { createRouter } from '#server/http/router.ts'
import { openServer } from '#server/http/server.ts'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { lifeBench } from '#server/testing/life.ts'
import { documentRoutes } from './routes.ts'

async function bench(platform: TestPlatform) {
  const life = lifeBench(platform)
  const app = await openServer(platform)
  let by: ClientActor | null = null
  function become(actor: ClientActor | null): void {
    by = actor
  }
  const router = createRouter(app, platform, { client: async () => by, staff: async () => null })
  const { documents, published, requests, signing } = life
  documentRoutes({ router, documents, published, requests, withSignature: signing.withSignature })
  return { life, app, become }
}

onBothDatabases('documents over HTTP', (open) => {
  it('gives the signed bytes, exactly or with the signature behind them, never to be run', async () => {
    const { life, app, become } = await bench(await open())
    const { actor, id } = await life.offered()
    await life.sign(actor, id, (await life.code(actor, id)).package)
    become(actor)
    const list = await app.inject(`/service/requests/${id}/documents`)
    const { documents } = list.json<{ documents: { id: string; sha256: string }[] }>()
    const [first] = documents
    const exact = await app.inject(`/service/requests/${id}/documents/${first!.id}?form=exact`)
    assert.equal(createHash('sha256').update(exact.rawPayload).digest('hex'), first!.sha256)
    const signed = await app.inject(`/service/requests/${id}/documents/${first!.id}`)
    assert.ok(signed.rawPayload.length > exact.rawPayload.length)
    assert.ok(signed.rawPayload.subarray(0, exact.rawPayload.length).equals(exact.rawPayload))
    assert.equal(signed.headers['content-type'], 'application/pdf')
    assert.equal(signed.headers['x-content-type-options'], 'nosniff')
    assert.match(String(signed.headers['content-security-policy']), /^sandbox; default-src 'none'/)
    assert.match(
      String(signed.headers['content-disposition']),
      /^attachment; filename="document"; filename\*=UTF-8''%D0/,
    )
    assert.equal(signed.headers['cache-control'], 'no-store')
    const text = await app.inject(`/service/requests/${id}/documents/${first!.id}?form=text`)
    assert.match(text.body, /ПОЛНАЯ СТОИМОСТЬ ЗАЙМА/)
  })

  it('shows nobody else’s document, and nothing without a session', async () => {
    const { life, app, become } = await bench(await open())
    const mine = await life.offered()
    const other = await life.offered()
    const [document] = await life.documents.list(await life.current(mine.id))
    const path = `/service/requests/${mine.id}/documents/${document!.id}`
    assert.equal((await app.inject(path)).statusCode, 401)
    become(other.actor)
    assert.equal((await app.inject(path)).statusCode, 404)
    assert.equal((await app.inject(`/service/requests/${mine.id}/documents`)).statusCode, 404)
    assert.equal((await app.inject(`/service/requests/${other.id}/documents/${document!.id}`)).statusCode, 404)
    become(mine.actor)
    assert.equal((await app.inject(path)).statusCode, 200)
  })

  it('publishes the documents in force, with the hash of their text', async () => {
    const { app } = await bench(await open())
    const list = await app.inject('/service/documents')
    const { documents } = list.json<{
      documents: { id: string; version: string; sha256: string; required: boolean }[]
    }>()
    const required = documents.filter((one) => one.required).map((one) => one.id)
    assert.deepEqual(required.sort(), ['asp', 'bureau', 'generalConditions', 'personalData', 'processing'])
    for (const { id, version, sha256 } of documents) {
      const one = (await app.inject(`/service/documents/${id}/${version}`)).json<{ text: string }>()
      assert.equal(createHash('sha256').update(one.text).digest('hex'), sha256)
    }
    assert.equal((await app.inject('/service/documents/asp/99')).statusCode, 404)
  })
})

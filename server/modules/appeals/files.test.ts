import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import sharp from 'sharp'
import { Failure } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { code } from '#server/testing/failure.ts'
import { openProduct } from '#server/testing/product.ts'

const day = 24 * 3600_000

/** A page with nothing on it, and a script that would run when it opens. */
const pdf = Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`)

/** Where the reading looks for Poppler's program too. */
const drawsPdf = ['/usr/local/bin', '/usr/bin', '/bin'].some((folder) => existsSync(`${folder}/pdftocairo`))

onBothDatabases('papers of an appeal', (open) => {
  async function start() {
    const platform = await open()
    const { services, browser } = await openProduct(platform)
    const person = browser()
    await person.signUp('+79161234567')
    const made = (await person.create()).body as { _id: string }
    const asked = { kind: 'complaint', words: 'Посмотрите на снимок' }
    const appeal = (await person.call('POST', '/service/appeals', asked, person.key())).body as {
      id: string
      request: string
    }
    assert.equal(appeal.request, made._id)
    const request = await services.requests.find(made._id)
    assert.ok(request)
    const { evidence, appeals } = services
    const owner = { id: request.client_id }
    async function upload(bytes: Buffer, id = newId()) {
      const announced = { id, requestId: request!.id, step: 40, size: bytes.length, digitsId: undefined }
      const row = await evidence.announce(owner.id, announced)
      await evidence.receiving.begin(row)
      await evidence.receiving.append(row, 0, Readable.from([bytes]))
      return evidence.finish(owner, id)
    }
    const photo = () =>
      sharp({ create: { width: 900, height: 700, channels: 3, background: '#a0c890' } })
        .jpeg()
        .toBuffer()
    const attach = (file: string) => person.call('POST', `/service/appeals/${appeal.id}/files`, { file }, person.key())
    return { platform, evidence, appeals, appeal, owner, upload, photo, attach, browser }
  }

  test('several photos are kept beside each other, sealed, seen by the borrower and by the staff, and by nobody else', async () => {
    const { evidence, appeals, appeal, owner, upload, photo, attach, browser, platform } = await start()
    const [one, two] = [await upload(await photo()), await upload(await photo())]
    for (const { id } of [one, two]) assert.equal((await attach(id)).status, 200)
    assert.equal((await attach(one.id)).status, 409, 'each once')
    const [listed] = await appeals.list(owner.id)
    assert.deepEqual(
      listed?.files.map(({ type }) => type),
      ['image/jpeg', 'image/jpeg'],
    )
    const stranger = browser()
    await stranger.signUp('+79001002030')
    const theirs = await stranger.call('GET', `/service/uploads/${one.id}/file`)
    assert.equal(theirs.status, 404)
    assert.equal(
      (await stranger.call('POST', `/service/appeals/${appeal.id}/files`, { file: two.id }, stranger.key())).status,
      404,
    )
    const row = await appeals.file(appeal.id, one.id, 'kira')
    assert.equal((await sharp(await evidence.read(row, 0, row.stored_size ?? 0)).metadata()).format, 'jpeg')
    await assert.rejects(appeals.file(newId(), one.id, 'kira'), code('not_found'))
    await assert.rejects(appeals.file(appeal.id, newId(), 'kira'), code('not_found'))
    // The reviewer of the request sees none of them among its photos.
    assert.deepEqual(
      await platform.transact((tx) => evidence.files(tx, { id: row.request_id, client_id: row.client_id })),
      [],
    )
  })

  test('a PDF is drawn anew or refused in words; what is neither is refused; what is tied to nothing goes', async () => {
    const { evidence, appeals, owner, upload, photo, attach, platform } = await start()
    await assert.rejects(upload(Buffer.from('просто текст')), code('paper_type'))
    const made = await upload(pdf).catch((error: unknown) => {
      if (error instanceof Failure) return error.code
      throw error
    })
    if (!drawsPdf) assert.equal(made, 'pdf_not_read')
    else {
      assert.ok(typeof made === 'object' && made.type === 'application/pdf')
      const bytes = await evidence.read(made, 0, made.stored_size ?? 0)
      assert.ok(bytes.subarray(0, 5).equals(Buffer.from('%PDF-')) && !bytes.includes('JavaScript'))
      assert.equal((await attach(made.id)).status, 200)
    }
    const loose = await upload(await photo())
    platform.clock.advance(2 * day)
    await evidence.sweep()
    await assert.rejects(evidence.stored(loose.id), code('not_found'))
    assert.equal((await appeals.list(owner.id))[0]?.files.length, drawsPdf ? 1 : 0)
  })
})

import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { newId } from '#server/platform/ids.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { openProduct } from '#server/testing/product.ts'

/** A document drawn of a seed: every one has the same frame, lines and places, none the same values or face. */
function picture(seed: number, quality = 90, width = 1200): Promise<Buffer> {
  let at = seed
  const next = (most: number) => {
    at = (at * 48_271) % 2_147_483_647
    return at % most
  }
  const lines = Array.from({ length: 26 }, (_, row) => {
    const y = 380 + row * 17
    return Array.from({ length: 9 }, () => `<rect x="${420 + next(700)}" y="${y}" width="${8 + next(60)}" height="9"/>`)
  })
  const face = Array.from({ length: 14 }, () => {
    const [x, y, size] = [90 + next(220), 420 + next(300), 12 + next(50)]
    return `<ellipse cx="${x}" cy="${y}" rx="${size}" ry="${size + next(30)}" fill="rgb(${next(200)},${next(200)},90)"/>`
  })
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="860">
    <rect width="1200" height="860" fill="#e9d6d0"/><rect x="30" y="330" width="1140" height="6" fill="#765"/>
    <rect x="60" y="400" width="280" height="360" fill="#b9c3c8"/>${face.join('')}<g fill="#222">${lines.flat().join('')}</g></svg>`
  return sharp(Buffer.from(drawing)).resize(width).jpeg({ quality }).toBuffer()
}

onBothDatabases('one picture of a document at two persons', (open) => {
  async function start() {
    const platform = await open()
    const product = await openProduct(platform)
    const { services } = product
    let people = 0
    const person = async () => {
      people += 1
      const browser = product.browser()
      await browser.signUp(`+7916123450${people}`)
      const { _id: id } = (await browser.create()).body as { _id: string }
      const request = await services.requests.find(id)
      assert.ok(request)
      return { id, client: request.client_id }
    }
    const sends = async ({ id, client }: { id: string; client: string }, step: number, bytes: Buffer) => {
      const file = newId()
      const given = { id: file, requestId: id, step, size: bytes.length, digitsId: undefined }
      const row = await services.evidence.announce(client, given)
      await services.evidence.receiving.begin(row)
      await services.evidence.receiving.append(row, 0, Readable.from([bytes]))
      await services.evidence.finish({ id: client }, file)
      await platform.jobs.runDue()
      return file
    }
    const signal = async (client: string) =>
      (await services.people.signals(client)).find(({ kind }) => kind === 'samePhoto')
    return { platform, product, services, person, sends, signal }
  }

  test('is a signal for both, on any page, written anew and smaller; an own photo again and another document are none', async () => {
    const { platform, product, person, sends, signal } = await start()
    try {
      const [anna, boris, third] = [await person(), await person(), await person()]
      await sends(anna, 28, await picture(7))
      await sends(anna, 29, await picture(7, 60))
      assert.equal(await signal(anna.client), undefined)
      await sends(third, 28, await picture(8))
      assert.equal(await signal(third.client), undefined)
      await sends(boris, 29, await picture(7, 55, 900))
      const found = await signal(boris.client)
      assert.deepEqual([found?.persons, found?.with, found?.weight], [1, [anna.client], 80])
      assert.match(found?.compared ?? '', /^снимок шага 29, у другого шага 2[89], сходство \d\d %$/)
      assert.equal((await signal(anna.client))?.persons, 1)
      assert.equal(await signal(third.client), undefined)
      const { rows } = await sql<{ data: object }>`
        select data from journal where event = 'evidence.samePhoto' and subject_id = ${boris.id}`.execute(platform.db)
      assert.ok(rows.length > 0)
    } finally {
      await product.close()
    }
  })

  test('a selfie is never compared; what is kept outlives the photo, is sealed, and goes with its request', async () => {
    const { platform, product, services, person, sends, signal } = await start()
    try {
      const [anna, boris] = [await person(), await person()]
      for (const one of [anna, boris]) await sends(one, 30, await picture(9))
      assert.equal(await signal(boris.client), undefined)
      const file = await sends(anna, 28, await picture(7))
      const kept = await sql<{ fine: Uint8Array }>`select fine from photo_print`.execute(platform.db)
      assert.equal(kept.rows.length, 1)
      assert.doesNotMatch(Buffer.from(kept.rows[0]?.fine ?? []).toString('latin1'), /[01]{64}/)
      await sql`delete from evidence where id = ${file}`.execute(platform.db)
      await sends(boris, 28, await picture(7, 70))
      assert.equal((await signal(boris.client))?.persons, 1)
      await sql`update request set updated_at = ${new Date(0)} where id = ${anna.id}`.execute(platform.db)
      assert.equal((await services.retention.sweep()).unfinished, 1)
      assert.equal(await signal(boris.client), undefined)
    } finally {
      await product.close()
    }
  })

  test('turned it is the same one, mirrored another', async () => {
    const { product, person, sends, signal } = await start()
    try {
      const [anna, boris, third] = [await person(), await person(), await person()]
      await sends(anna, 28, await picture(7))
      await sends(
        third,
        28,
        await sharp(await picture(7))
          .flop()
          .jpeg()
          .toBuffer(),
      )
      assert.equal(await signal(third.client), undefined)
      await sends(
        boris,
        28,
        await sharp(await picture(7, 70))
          .rotate(90)
          .jpeg()
          .toBuffer(),
      )
      assert.deepEqual((await signal(boris.client))?.with, [anna.client])
    } finally {
      await product.close()
    }
  })

  test('people who send one picture at once are told of each other', async () => {
    const { product, person, sends, signal } = await start()
    try {
      const two = [await person(), await person()]
      await Promise.all(two.map(async (one) => sends(one, 28, await picture(11))))
      for (const { client } of two) assert.equal((await signal(client))?.persons, 1)
    } finally {
      await product.close()
    }
  })
})

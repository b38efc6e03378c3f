import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import sharp from 'sharp'
import { date } from '#contract/dates.ts'
import { newId } from '#server/platform/ids.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { openProduct } from '#server/testing/product.ts'
import { openReader, type ReadPassport } from './reader.ts'
import { createPassports } from './service.ts'

const reading = {
  values: {
    number: '4514235857',
    birthDate: date('1990-05-10'),
    sex: 'female',
    issuedOn: date('2014-06-01'),
    departmentCode: '770-001',
  },
  name: 'PNRUSVYMYSLOVA<<ANNA',
} as const

const photo = () =>
  sharp({ create: { width: 900, height: 700, channels: 3, background: '#c8a090' } })
    .jpeg()
    .toBuffer()

onBothDatabases('the passport read by machine', (open) => {
  async function start() {
    const platform = await open()
    const product = await openProduct(platform)
    const { services } = product
    const person = product.browser()
    await person.signUp('+79161234567')
    const { _id: id } = (await person.create()).body as { _id: string }
    const request = await services.requests.find(id)
    assert.ok(request)
    const file = newId()
    const bytes = await photo()
    const row = await services.evidence.announce(request.client_id, {
      id: file,
      requestId: id,
      step: 28,
      size: bytes.length,
      digitsId: undefined,
    })
    await services.evidence.receiving.begin(row)
    await services.evidence.receiving.append(row, 0, Readable.from([bytes]))
    await services.evidence.finish({ id: request.client_id }, file)
    const reads = (read: ReadPassport) => createPassports({ platform, evidence: services.evidence, step: 28, read })
    const asked = async () => (await person.call('GET', `/service/requests/${id}/passport`)).body
    return { platform, product, person, id, file, reads, asked, request }
  }

  test('a photo of a passport is read after it has come; the borrower is told what the check digits prove', async () => {
    const { platform, product, file, reads, asked, id } = await start()
    try {
      assert.deepEqual(await asked(), { state: 'reading' })
      reads(async () => reading)
      await platform.jobs.runDue()
      assert.deepEqual(await asked(), { state: 'read', values: { ...reading.values } })
      const { rows } = await sql<{
        sealed: Uint8Array
      }>`select sealed from passport_reading where file_id = ${file}`.execute(platform.db)
      assert.ok(!Buffer.from(rows[0]?.sealed ?? []).includes('235857'))
      const { rows: told } = await sql<{ data: { outcome: string } }>`
        select data from journal where event = 'evidence.machineRead' and subject_id = ${id}`.execute(platform.db)
      assert.deepEqual(
        told.map(({ data }) => data.outcome),
        ['read'],
      )
    } finally {
      await product.close()
    }
  })

  test('of another person nothing is told', async () => {
    const { product, id } = await start()
    try {
      const other = product.browser()
      assert.equal((await other.call('GET', `/service/requests/${id}/passport`)).status, 401)
      await other.signUp('+79161234568')
      assert.equal((await other.call('GET', `/service/requests/${id}/passport`)).status, 404)
    } finally {
      await product.close()
    }
  })

  test('a reader that dies, reads nothing or takes too long costs the borrower nothing', async () => {
    for (const outcome of ['failed', 'unread'] as const) {
      const { platform, product, reads, asked } = await start()
      try {
        reads(async () => outcome)
        await platform.jobs.runDue()
        assert.deepEqual(await asked(), { state: 'unread' })
      } finally {
        await product.close()
      }
    }
    const { platform, product, asked } = await start()
    try {
      platform.clock.advance(60_000)
      assert.deepEqual(await asked(), { state: 'unread' })
    } finally {
      await product.close()
    }
  })

  test('a photo taken again while the first is read leaves no reading behind, and its reading goes with it', async () => {
    const { platform, product, reads, asked, file, request } = await start()
    try {
      const passports = reads(async () => {
        await product.services.evidence.cancel({ id: request.client_id }, file)
        return reading
      })
      await platform.jobs.runDue()
      assert.deepEqual(await asked(), { state: 'none' })
      assert.equal((await passports.of(platform.db, request.id)).state, 'none')
    } finally {
      await product.close()
    }
  })
})

describe('the process of the OCR', () => {
  const folder = mkdtempSync(join(tmpdir(), 'zayavka-passports-'))
  after(() => rmSync(folder, { recursive: true }))
  const worker = new URL('../../platform/worker-program.ts', import.meta.url)

  function program(name: string, work: string): URL {
    const path = join(folder, `${name}.mjs`)
    writeFileSync(path, `import { answerParent } from '${worker}'\nawait answerParent(async () => { ${work} })\n`)
    return pathToFileURL(path)
  }

  test('its death, and what it says that no reader says, is a photo that was not read', async () => {
    const works = {
      death: 'process.exit(1)',
      memory: 'const all = []; for (;;) all.push(new Array(1e6).fill({}))',
      nonsense: "return { answer: { numbers: 5, name: 'x' } }",
      endless: "return { answer: { numbers: 'x'.repeat(60000), name: '' } }",
    }
    for (const [name, work] of Object.entries(works))
      assert.equal(await openReader(program(name, work))(Buffer.of(1)), 'failed', name)
  })

  test('a line it makes up passes no check digits; it knows no environment', async () => {
    const made = program(
      'made',
      "return { answer: { numbers: '4512358570RUS9005101F<<<<<<<4140601770001<00', name: '' } }",
    )
    assert.equal(await openReader(made)(Buffer.of(1)), 'unread')
    const bare = program(
      'bare',
      'return { answer: { numbers: null, name: Object.keys(process.env).join() || process.exit(1) } }',
    )
    assert.equal(await openReader(bare)(Buffer.of(1)), 'failed')
  })

  test('what is no picture fails, and the next photo is read all the same', async () => {
    const read = openReader()
    assert.equal(await read(Buffer.from('no picture')), 'failed')
    assert.equal(await read(await photo()), 'unread')
  })
})

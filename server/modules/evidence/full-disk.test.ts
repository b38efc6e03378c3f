import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { errorCatalogue } from '#contract/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { openProduct } from '#server/testing/product.ts'

const encode = (text: string) => Buffer.from(text).toString('base64')

onBothDatabases('an upload on a full disk', (open) => {
  test('I5: 507 in the catalogue’s words, a line of the log, a metric', {
    skip: process.platform !== 'linux',
  }, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'zayavka-full-'))
    const platform = await open()
    platform.config.dataDir = dataDir
    const product = await openProduct(platform)
    try {
      const borrower = product.browser()
      await borrower.signUp('+79161234567')
      const request = ((await borrower.create()).body as { _id: string })._id
      const id = newId()
      // Whatever is written to this device fails for want of room.
      mkdirSync(join(dataDir, 'uploads'))
      symlinkSync('/dev/full', join(dataDir, 'uploads', id))
      const metadata = Object.entries({ id, request, step: '28' }).map(([name, value]) => `${name} ${encode(value)}`)
      const answer = await borrower.call('POST', '/service/uploads', undefined, {
        'tus-resumable': '1.0.0',
        'upload-length': '70000',
        'upload-metadata': metadata.join(','),
      })
      assert.equal(answer.status, 507)
      const { error } = answer.body as { error: { code: string; message: string; traceId: string } }
      assert.deepEqual([error.code, error.message], ['storage_full', errorCatalogue.storage_full.text])
      const said = platform.lines.filter((line) => line.includes('there is no room'))
      assert.equal(said.length, 1)
      assert.ok(said[0]?.includes(error.traceId))
      const { text } = await borrower.call('GET', '/metrics')
      assert.match(text, /^storage_full_total 1$/m)
      assert.match(text, /^data_disk_bytes\{state="free"\} \d+$/m)
    } finally {
      await product.close()
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
})

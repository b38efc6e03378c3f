import assert from 'node:assert/strict'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { newId } from '#server/platform/ids.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { openProduct } from '#server/testing/product.ts'

const hour = 3600_000

onBothDatabases('the folder of uploads', (open) => {
  test('keeps what a person may still send the rest of; what no upload knows goes within the hour', async () => {
    const platform = await open()
    const { services, browser } = await openProduct(platform)
    const person = browser()
    await person.signUp('+79161234567')
    const { body } = await person.create()
    const request = await services.requests.find((body as { _id: string })._id)
    assert.ok(request)
    const { evidence } = services
    const folder = join(platform.config.dataDir, 'uploads')
    const begin = async (step: number) => {
      const announced = { id: newId(), requestId: request.id, step, size: 100, digitsId: undefined }
      const row = await evidence.announce(request.client_id, announced)
      await evidence.receiving.begin(row)
      await evidence.receiving.append(row, 0, Readable.from([Buffer.alloc(10)]))
      return row.id
    }
    const [coming, settled] = [await begin(28), await begin(29)]
    await evidence.cancel({ id: request.client_id }, settled)
    await mkdir(folder, { recursive: true })
    const strays = [newId(), settled, `${coming}.json`, 'evil', '.hidden', `${newId()}.part`]
    for (const name of strays) await writeFile(join(folder, name), 'x')
    await mkdir(join(folder, 'deep'))
    const all = await readdir(folder)
    const aged = new Date(platform.clock.now().getTime() - hour - 1000)
    for (const name of all) await utimes(join(folder, name), aged, aged)
    const fresh = newId()
    await writeFile(join(folder, fresh), 'x')
    await utimes(join(folder, fresh), platform.clock.now(), platform.clock.now())
    await evidence.sweepReceived()
    assert.deepEqual((await readdir(folder)).sort(), [coming, fresh].sort())
    assert.equal(await evidence.receiving.arrived(await evidence.owned({ id: request.client_id }, coming)), 10)
  })
})

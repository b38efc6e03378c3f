import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onBothDatabases } from '#server/testing/bench.ts'
import { codeOf, openProduct } from '#server/testing/product.ts'
import { newBorrower } from './parts/borrower.ts'
import { figures } from './parts/figures.ts'

/** PAIRS=200 for the drill. */
const pairs = Number(process.env.PAIRS ?? 40)

onBothDatabases('drill 10: one step on two devices', (open) => {
  test(`${pairs} pairs of saves on one revision: one is kept, the other is shown both`, async (context) => {
    const platform = await open()
    const product = await openProduct(platform)
    const { browser, id } = await newBorrower(product)
    const path = `/service/requests/${id}/steps/10/draft`
    let revision = 0
    let conflicts = 0
    let lost = 0
    for (let n = 0; n < pairs; n += 1) {
      const save = (who: string) => browser.call('PUT', path, { revision, patch: { surname: `${who}${n}` } })
      const both = await Promise.all([save('телефон'), save('компьютер')])
      const names = ['телефон', 'компьютер']
      const kept = both.findIndex(({ status }) => status === 200)
      const good = both[kept]
      const refused = both.find(({ status }) => status === 409)
      assert.ok(good && refused, both.map(({ text }) => text).join())
      assert.equal(codeOf(refused), 'version_conflict')
      conflicts += 1
      // The refused one is given what the other kept, to choose from; nothing of it was written.
      if (!refused.text.includes(`${names[kept]}${n}`)) lost += 1
      revision = (good.body as { revision: number }).revision
      const { body } = await browser.call('GET', `/service/requests/${id}`)
      const { steps } = body as { steps: { number: number; revision: number; raw: { surname?: string } }[] }
      const now = steps.find(({ number }) => number === 10)
      if (now?.raw.surname !== `${names[kept]}${n}` || now.revision !== revision) lost += 1
    }
    figures(context, {
      drill: 10,
      fault: 'two devices save one step on the same revision at once',
      database: platform.database.kind === 'postgres' ? 'PostgreSQL' : 'embedded',
      load: `${pairs} pairs`,
      injected: pairs,
      acknowledged: pairs,
      lost,
      doubled: pairs - conflicts,
    })
    assert.equal(lost, 0)
    await product.close()
  })
})

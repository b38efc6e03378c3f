import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as z from 'zod/mini'
import { fieldsOf } from '#contract/drafts.ts'
import { defineStep, type StepDefinition } from '#contract/step.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { codeOf, openProduct } from '#server/testing/product.ts'
import { longestDraft, typedHere } from './drafts.ts'
import { findSteps } from './registry.ts'

const failsWith = (code: string) => (error: unknown) => (error as { code?: string }).code === code

describe('what was typed under another release', () => {
  const renamed: StepDefinition = defineStep({
    number: 99,
    title: 'Фамилия',
    mode: 'verification',
    version: 3,
    answers: z.object({ surname: z.string() }) as z.ZodMiniType,
    migrate: ({ familyName, ...raw }) => (familyName === undefined ? raw : { ...raw, surname: familyName }),
  })

  test('an older tab’s field is renamed, one the step has no more is left out', () => {
    const typed = { familyName: 'Вымыслова', shoeSize: '37' }
    assert.deepEqual(typedHere(renamed, typed, 2), { surname: 'Вымыслова' })
  })

  test('a newer tab waits for a server of its release', () => {
    assert.throws(() => typedHere(renamed, { surname: 'Вымыслова' }, 4), failsWith('unavailable'))
  })

  test('of our own version a field of no step is refused', () => {
    assert.throws(() => typedHere(renamed, { shoeSize: '37' }, 3), failsWith('bad_request'))
    assert.throws(() => typedHere(renamed, { shoeSize: '37' }), failsWith('bad_request'))
  })
})

test('the fields of every step that asks for something are known', async () => {
  const { all } = await findSteps()
  for (const step of [...all.values()].filter(({ answers }) => answers)) {
    const fields = fieldsOf(step)
    assert.ok(fields.size > 0, `step ${step.number}`)
    for (const name of Object.keys(step.shown)) assert.ok(fields.has(name), `step ${step.number}: ${name}`)
  }
})

onBothDatabases('N6: what one account can make the server keep', (open) => {
  async function start() {
    const product = await openProduct(await open())
    const browser = product.browser()
    await browser.signUp('+79161234567')
    const { _id: id } = (await browser.create()).body as { _id: string }
    const path = `/service/requests/${id}/steps/10`
    const kept = async () => {
      const { steps } = (await browser.call('GET', `/service/requests/${id}`)).body as {
        steps: { number: number; raw: Record<string, unknown>; revision: number }[]
      }
      return steps.find(({ number }) => number === 10)
    }
    return { browser, path, kept }
  }

  test('a field the step does not ask for is refused by name, in a draft and on acceptance', async () => {
    const { browser, path, kept } = await start()
    const strange = { surname: 'Вымыслова', x0: 'а'.repeat(1000) }
    for (const [url, body] of [
      [`${path}/draft`, { revision: 0, patch: strange }],
      [path, { revision: 0, raw: strange }],
    ] as const) {
      const answer = await browser.call('PUT', url, body)
      assert.deepEqual([answer.status, codeOf(answer)], [400, 'bad_request'])
      const { issues } = (answer.body as { error: { issues: { field: string }[] } }).error
      assert.deepEqual(
        issues.map(({ field }) => field),
        ['x0'],
      )
    }
    assert.equal(await kept(), undefined)
  })

  test('a step keeps no more than its bound, however it is filled', async () => {
    const { browser, path, kept } = await start()
    const half = 'я'.repeat(longestDraft / 4)
    const first = await browser.call('PUT', `${path}/draft`, { revision: 0, patch: { surname: half } })
    assert.equal(first.status, 200)
    const more = await browser.call('PUT', `${path}/draft`, { revision: 1, patch: { name: half } })
    assert.deepEqual([more.status, codeOf(more)], [413, 'body_too_large'])
    const { issues } = (more.body as { error: { issues: { field: string }[] } }).error
    assert.equal(issues.length, 1)
    const shorter = await browser.call('PUT', `${path}/draft`, { revision: 1, patch: { surname: 'Вымыслова' } })
    assert.equal(shorter.status, 200)
    assert.deepEqual((await kept())?.raw, { surname: 'Вымыслова' })
  })

  test('C4: a draft of a newer release is not kept under ours', async () => {
    const { browser, path, kept } = await start()
    const answer = await browser.call('PUT', `${path}/draft`, { revision: 0, patch: { surname: 'Я' }, version: 99 })
    assert.deepEqual([answer.status, codeOf(answer)], [503, 'unavailable'])
    assert.equal(await kept(), undefined)
  })
})

import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as z from 'zod/mini'
import { currentStep, openSteps } from '#contract/flow.ts'
import { defineStep, type StepDefinition } from '#contract/step.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { answers, reviewBench, reviewed } from './review-bench.ts'

const definition = (step: unknown) => step as StepDefinition

/** As a passport's grace period does, the rule of this step ends with a day. */
const until = (day: string) =>
  definition(
    defineStep({
      number: 25,
      title: 'Доход',
      mode: 'verification',
      answers: z.object({ place: z.string() }),
      check: (_answers, { today }) => (today > day ? [{ field: 'place', message: 'Справка больше не годится' }] : []),
    }),
  )

/** The next release of the passport step: one more required field, and words of its own for it. */
const nextRelease = definition(
  defineStep({
    number: 9,
    title: 'Паспорт',
    mode: 'verification',
    version: 2,
    answers: z.object({ number: z.string(), issuer: z.string() }),
    summary: ({ number, issuer }) => [{ label: 'Паспорт', value: `${number}, ${issuer.toUpperCase()}` }],
  }),
)

onBothDatabases('answers that were accepted and no longer pass', (open) => {
  async function returned(definitions: StepDefinition[], marked: number) {
    const platform = await open()
    const bench = reviewBench(platform, {}, definitions)
    const staff = await bench.addStaff('Анна')
    const id = await bench.queued()
    await bench.take(id, staff)
    for (const { step } of (await bench.page(id, staff)).items)
      await bench.verdict(id, step, staff, step === marked ? 'fix' : 'ok')
    await bench.sendBack(id, staff)
    return { platform, bench, id, staff }
  }

  async function standing(bench: Awaited<ReturnType<typeof returned>>['bench'], id: string) {
    const request = await bench.requests.find(id)
    assert.ok(request)
    const known = await bench.steps.open(null, request)
    const needed = bench.steps.needed(request).map(({ number }) => number)
    return {
      open: openSteps(request.state, needed, known),
      current: currentStep(request.state, needed, known),
      missing: await bench.within((tx) => bench.steps.missing(tx, request)),
    }
  }

  it('F1: sent back, a step that time has overtaken opens, is mended, and the request can be sent', async () => {
    const today = new Date().toISOString().slice(0, 10)
    const definitions = [...reviewed.filter(({ number }) => number !== 25), until('2999-01-01')]
    const { bench, id } = await returned(definitions, 9)
    await bench.accept(id, 9, { number: '4510999999' })
    assert.deepEqual((await standing(bench, id)).missing, [])
    definitions[2] = until('2000-01-01')
    const now = await standing(bench, id)
    assert.deepEqual(now.missing, [25])
    assert.ok(now.open.includes(25), 'what has to be mended opens')
    assert.ok(!now.open.includes(10), 'what passes stays closed')
    assert.equal(now.current, 25)
    // another answer passes on this day
    definitions[2] = until(`${Number(today.slice(0, 4)) + 1}-01-01`)
    definitions[2] = {
      ...definitions[2],
      check: [(given) => ((given as { place: string }).place === 'Новая' ? [] : [{ field: 'place', message: 'Нет' }])],
    }
    await bench.accept(id, 25, { place: 'Новая' })
    assert.deepEqual((await standing(bench, id)).missing, [])
    await bench.send(id)
    assert.equal(await bench.state(id), 'Queued')
  })

  it('F3: a newer shape with one more required field: asked again, and nobody summarises the old answers in its words', async () => {
    const definitions = [...reviewed]
    const { bench, id } = await returned(definitions, 10)
    await bench.accept(id, 10, answers[10] ?? {})
    definitions[1] = nextRelease
    const now = await standing(bench, id)
    assert.ok(now.open.includes(9))
    assert.deepEqual(now.missing, [9])
    await bench.accept(id, 9, { number: '4510123456', issuer: 'ГУ МВД' })
    assert.deepEqual((await standing(bench, id)).missing, [])
  })

  it('F3: a request in the queue when the newer shape comes: the reviewer reads that it has to be answered anew', async () => {
    const platform = await open()
    const definitions = [...reviewed]
    const bench = reviewBench(platform, {}, definitions)
    const staff = await bench.addStaff('Анна')
    const id = await bench.queued()
    definitions[1] = nextRelease
    await bench.take(id, staff)
    const item = (await bench.page(id, staff)).items.find(({ step }) => step === 9)
    assert.match(item?.rows[0]?.value ?? '', /ответить заново/)
    await bench.verdict(id, 9, staff, 'fix')
  })
})

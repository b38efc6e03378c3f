import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { findSteps } from './registry.ts'

const contract = new URL('../../../contract/', import.meta.url).href
const folders: string[] = []
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A folder of steps, each with these parts of its declaration. */
function stepsOf(declared: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'steps-'))
  folders.push(root)
  for (const [folder, parts] of Object.entries(declared)) {
    mkdirSync(join(root, folder))
    const text = `import * as z from '${import.meta.resolve('zod/mini')}'
      import { fileAnswer } from '${contract}media.ts'
      import { defineStep } from '${contract}step.ts'
      export const step = defineStep({ title: 'Питомцы', mode: 'verification', ${parts} })`
    writeFileSync(join(root, folder, 'step.ts'), text)
  }
  return root
}

const media = "media: { answer: 'photo', kind: 'photo', subject: 'document', life: 'photosStayGood' }"
const asking = "answers: z.object({ pet: z.string(), photo: z.optional(fileAnswer('Сделайте снимок')) })"

describe('what the start refuses of the steps', () => {
  test('F4: two folders with one number', async () => {
    const root = stepsOf({ 'step99-cats': 'number: 99', 'step99-dogs': 'number: 99' })
    await assert.rejects(findSteps(root, []), /two folders say they are step 99/)
  })

  test('a folder whose name says another number', async () => {
    await assert.rejects(findSteps(stepsOf({ 'step99-cats': 'number: 98' }), []), /says it is step 98/)
  })

  test('F2: a photo that is asked for and not declared, or declared and not asked for', async () => {
    const undeclared = stepsOf({ 'step99-cats': `number: 99, ${asking}` })
    await assert.rejects(findSteps(undeclared, []), /step 99 asks for photo and declares as media nothing/)
    const unasked = stepsOf({ 'step99-cats': `number: 99, answers: z.object({ pet: z.string() }), ${media}` })
    await assert.rejects(findSteps(unasked, []), /step 99 asks for no file and declares as media photo/)
  })

  test('F2: a photo among the answers of a form: tied to it, carried over while fresh, the other answers kept without it', async () => {
    const { effects } = await findSteps(
      stepsOf({ 'step99-cats': `number: 99, stage: 'life', ${asking}, ${media}` }),
      [],
    )
    const pets = effects.get(99)
    const taken: unknown[] = []
    let fresh: string | null = 'copy'
    const services = {
      takeEvidence: async (...given: unknown[]) => void taken.push(given),
      carryEvidence: async (...given: unknown[]) => {
        taken.push(given)
        return fresh
      },
    } as never
    const answers = { pet: 'кошка', photo: 'file-1' }
    await pets?.accepted({}, services, answers)
    await pets?.accepted({}, services, { pet: 'кошка' })
    assert.deepEqual(await pets?.carried?.(answers, services), { pet: 'кошка', photo: 'copy' })
    fresh = null
    assert.deepEqual(await pets?.carried?.(answers, services), { pet: 'кошка' })
    assert.deepEqual(taken[0], [99, 'file-1', answers])
    assert.deepEqual(taken.slice(1), [
      [99, 'file-1', 'photosStayGood'],
      [99, 'file-1', 'photosStayGood'],
    ])
  })

  test('F2: every photo and video of the product is declared', async () => {
    const { all } = await findSteps()
    const kinds = [...all.values()].flatMap(({ number, media }) => (media ? [[number, media.kind, media.subject]] : []))
    assert.deepEqual(kinds, [
      [28, 'photo', 'document'],
      [29, 'photo', 'document'],
      [30, 'photo', 'person'],
      [31, 'video', 'person'],
    ])
  })
})

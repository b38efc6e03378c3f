import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { at, create, fill, fillAll, sign, signUp } from '../e2e/borrower.ts'
import { newPerson, openBrowser } from '../e2e/browser.ts'
import { staffSession } from '../e2e/reviewer.ts'
import { type Running, runServer } from '../e2e/server.ts'
import { copyTree } from './tree.ts'

const newStep = {
  'step.ts': `import * as z from 'zod/mini'
import { textField } from '#contract/fields.ts'
import { defineStep } from '#contract/step.ts'

export const step = defineStep({
  number: 40,
  title: 'Питомцы',
  mode: 'verification',
  stage: 'life',
  answers: z.object({ pet: textField({ max: 50, required: 'Укажите питомца' }) }),
  labels: { pet: 'Кто живёт с вами' },
})
`,
  'Screen.tsx': `import { TextField } from '#ui/fields/TextField.tsx'
import type { FieldsProps } from '#ui/services.ts'
import { step } from './step.ts'

export default function Screen({ form }: FieldsProps) {
  return <TextField label={step.labels.pet} {...form.text('pet')} />
}
`,
}

describe('the cost of a change, tried on a copy of the tree', () => {
  const tree = copyTree()
  let server: Running
  let browser: Browser

  before(async () => {
    const folder = join(tree.root, 'steps/step40-pets')
    mkdirSync(folder)
    for (const [file, text] of Object.entries(newStep)) writeFileSync(join(folder, file), text)
    edit('steps/flow.ts', "  'step23-family',\n", "  'step23-family',\n  'step40-pets',\n")
    // A field in a step that is there already.
    edit(
      'steps/step26-contacts/step.ts',
      'email: emailField(),',
      "email: emailField(),\n    nick: textField({ max: 40, required: 'Укажите имя в мессенджере' }),",
    )
    edit('steps/step26-contacts/step.ts', 'phoneField } from', 'phoneField, textField } from')
    edit(
      'steps/step26-contacts/step.ts',
      "labels: { email: 'Электронная почта',",
      "labels: { email: 'Электронная почта', nick: 'Имя в мессенджере',",
    )
    edit(
      'steps/step26-contacts/step.ts',
      "{ label: 'Электронная почта', value: answers.email },",
      "{ label: 'Электронная почта', value: answers.email },\n    { label: 'Имя в мессенджере', value: answers.nick },",
    )
    edit(
      'steps/step26-contacts/Screen.tsx',
      '      <PhoneField',
      "      <TextField label={labels.nick} {...form.text('nick')} />\n      <PhoneField",
    )
    tree.run('node', 'checks/setup/build.ts')
    server = await runServer({ root: tree.root })
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await server?.stop()
    tree.remove()
  })

  function edit(file: string, from: string, to: string): void {
    const path = join(tree.root, file)
    const text = readFileSync(path, 'utf8')
    assert.ok(text.includes(from), `${file} holds ${from}`)
    writeFileSync(path, text.replace(from, to))
  }

  test('a new step touches its own folder and one line of flow.ts; a new field two files of its step', () => {
    const { files, changedLines } = tree.cost()
    assert.deepEqual(files, [
      'steps/flow.ts',
      'steps/step26-contacts/Screen.tsx',
      'steps/step26-contacts/step.ts',
      'steps/step40-pets/Screen.tsx',
      'steps/step40-pets/step.ts',
    ])
    assert.equal(changedLines['steps/flow.ts'], 1)
  })

  test('the changed tree keeps its types and its rules', () => {
    tree.run('tsc', '-p', 'tsconfig.node.json')
    tree.run('tsc', '-p', 'tsconfig.browser.json')
    tree.run('depcruise', 'contract', 'steps', 'ui', 'client', 'server', '--config', 'checks/rules/boundaries.cjs')
  })

  test('task list, form, check page, questionnaire and office show both without another file', async () => {
    const { page, faults } = await newPerson(browser, server.url)
    await page.goto('/step18')
    await signUp(page)
    await at(page, '/step3')
    await create(page)
    await page.getByText('Питомцы').waitFor()
    await fillAll(page, {
      40: [fill('Кто живёт с вами', 'кошка Мурка')],
      26: [fill('Имя в мессенджере', 'anna-v')],
    })
    await page.getByText('кошка Мурка').waitFor()
    await page.getByText('anna-v').waitFor()
    await page.getByRole('link', { name: 'Всё верно, подписать' }).click()
    await sign(page, /Получить код/)
    await at(page, '/step3')
    assert.deepEqual(faults, [])

    const staff = await staffSession(server.url)
    const { id } = await staff.must<{ id: string }>('POST', '/service/office/queue/next')
    const review = await staff.must<{ items: { title: string; rows: { label: string; value: string }[] }[] }>(
      'GET',
      `/service/office/requests/${id}`,
    )
    const rows = review.items.flatMap((item) => item.rows)
    assert.ok(rows.some(({ label, value }) => label === 'Кто живёт с вами' && value === 'кошка Мурка'))
    assert.ok(rows.some(({ label, value }) => label === 'Имя в мессенджере' && value === 'anna-v'))
  })
})

import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { at, create, fill, fillAll, sign, signUp } from '../e2e/borrower.ts'
import { newPerson, openBrowser } from '../e2e/browser.ts'
import { pagePhoto } from '../e2e/evidence.ts'
import { staffSession } from '../e2e/reviewer.ts'
import { type Running, runServer } from '../e2e/server.ts'
import { copyTree } from './tree.ts'

const newStep = {
  'step.ts': `import * as z from 'zod/mini'
import { textField } from '#contract/fields.ts'
import { fileAnswer } from '#contract/media.ts'
import { defineStep } from '#contract/step.ts'

export const step = defineStep({
  number: 99,
  title: 'Питомцы',
  mode: 'verification',
  stage: 'life',
  answers: z.object({ pet: textField({ max: 50, required: 'Укажите питомца' }), photo: fileAnswer('Сделайте снимок') }),
  media: { answer: 'photo', kind: 'photo', subject: 'document', life: 'photosStayGood' },
  labels: { pet: 'Кто живёт с вами', photo: 'Снимок' },
  summary: ({ pet }) => [{ label: 'Кто живёт с вами', value: pet }],
})
`,
  'Screen.tsx': `import { PhotoField } from '#ui/capture/PhotoField.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import type { FieldsProps } from '#ui/services.ts'
import { step } from './step.ts'

export default function Screen({ form, ...request }: FieldsProps) {
  return (
    <>
      <TextField label={step.labels.pet} {...form.text('pet')} />
      <PhotoField step={step} label="Фото питомца" form={form} request={request} />
    </>
  )
}
`,
}

async function photoOfThePet(page: Page): Promise<void> {
  await page
    .getByLabel('Фото питомца')
    .setInputFiles({ name: 'pet.jpg', mimeType: 'image/jpeg', buffer: await pagePhoto() })
  await page.getByText('Дошло и проверено').waitFor()
}

describe('the cost of a change, tried on a copy of the tree', () => {
  const tree = copyTree()
  let server: Running
  let browser: Browser

  before(async () => {
    const folder = join(tree.root, 'steps/step99-pets')
    mkdirSync(folder)
    for (const [file, text] of Object.entries(newStep)) writeFileSync(join(folder, file), text)
    edit('steps/flow.ts', "  'step23-family',\n", "  'step23-family',\n  'step99-pets',\n")
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
      'import { owners,',
      "import { TextField } from '#ui/fields/TextField.tsx'\nimport { owners,",
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

  test('a new step with a photo touches its own folder and one line of flow.ts; a new field two files of its step', () => {
    const { files, changedLines } = tree.cost()
    assert.deepEqual(files, [
      'steps/flow.ts',
      'steps/step26-contacts/Screen.tsx',
      'steps/step26-contacts/step.ts',
      'steps/step99-pets/Screen.tsx',
      'steps/step99-pets/step.ts',
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
      99: [fill('Кто живёт с вами', 'кошка Мурка'), photoOfThePet],
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
    const review = await staff.must<{
      items: { title: string; media?: object; files: object[]; rows: { label: string; value: string }[] }[]
    }>('GET', `/service/office/requests/${id}`)
    const pets = review.items.find(({ title }) => title === 'Питомцы')
    assert.deepEqual(pets?.media, { kind: 'photo', subject: 'document', proves: [] })
    assert.equal(pets?.files.length, 1, 'the reviewer sees the photo of the form')
    const rows = review.items.flatMap((item) => item.rows)
    assert.ok(rows.some(({ label, value }) => label === 'Кто живёт с вами' && value === 'кошка Мурка'))
    assert.ok(rows.some(({ label, value }) => label === 'Имя в мессенджере' && value === 'anna-v'))
  })
})

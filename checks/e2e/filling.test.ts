import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { standingAt } from '../capture/borrower.ts'
import { readDetail } from '../steps/screen.ts'
import { at, beginFilling, fillAll, fillings, next, sign, smsCode, thriftyFillings } from './borrower.ts'
import type { Watched } from './browser.ts'
import { until } from './client.ts'
import { opened } from './opened.ts'
import { staffSession } from './reviewer.ts'
import { countWork } from './work.ts'

const place = opened()
let person: Watched
let phones = 0

afterEach(async () => {
  await person?.context.close()
})

/** A new borrower on the first step of a new request. */
async function onStep10(): Promise<Page> {
  person = await place.person()
  phones += 1
  await beginFilling(person.page, `91677700${String(phones).padStart(2, '0')}`)
  return person.page
}

const surname = (page: Page) => page.getByLabel('Фамилия', { exact: true })
const saved = (page: Page) => page.getByText('Сохранено', { exact: true }).waitFor()
const name = (page: Page) => page.getByLabel('Имя', { exact: true })

describe('nothing typed is ever lost', () => {
  test('reload in the middle of a word', async () => {
    const page = await onStep10()
    await surname(page).pressSequentially('Вымыс')
    await saved(page)
    await page.reload()
    await surname(page).waitFor()
    assert.equal(await surname(page).inputValue(), 'Вымыс')
  })

  test('the tab dies a moment after the last letter', async () => {
    const page = await onStep10()
    await surname(page).pressSequentially('Вымыслова')
    await page.waitForTimeout(100)
    await page.close({ runBeforeUnload: false })
    const again = await person.context.newPage()
    await again.goto('/step10')
    await surname(again).waitFor()
    await again.waitForFunction(() => document.querySelector<HTMLInputElement>('input[name=surname]')?.value !== '')
    assert.equal(await surname(again).inputValue(), 'Вымыслова')
  })

  test('B18: «Закрыть» leads to the desk in the middle of a word, and back to the word', async () => {
    const page = await onStep10()
    await surname(page).pressSequentially('Вымысл')
    await page.getByRole('link', { name: 'Закрыть' }).click()
    await at(page, '/step3')
    await page.getByRole('link', { name: 'Продолжить' }).click()
    await page.getByRole('link', { name: 'Продолжить' }).click()
    await at(page, '/step10')
    assert.equal(await surname(page).inputValue(), 'Вымысл')
    await page.getByText('Помощь').click()
    assert.match((await page.getByRole('link', { name: /^\+7/ }).getAttribute('href')) ?? '', /^tel:\+7/)
  })

  test('invalid input is kept as it is', async () => {
    const page = await onStep10()
    await surname(page).fill('Ivanova 😀 \u202eabc')
    await page.getByLabel('Дата рождения').pressSequentially('99999999')
    await saved(page)
    await page.reload()
    await surname(page).waitFor()
    assert.equal(await surname(page).inputValue(), 'Ivanova 😀 \u202eabc')
    assert.equal(await page.getByLabel('Дата рождения').inputValue(), '99.99.9999')
  })

  test('a megabyte pasted by mistake: the field says it is too long, the rest is saved', async () => {
    const page = await onStep10()
    await surname(page).fill('я'.repeat(1_000_000))
    await name(page).fill('Анна')
    await page.getByText(/Слишком длинно/).waitFor()
    await saved(page)
    await page.reload()
    await surname(page).waitFor()
    assert.equal(await name(page).inputValue(), 'Анна')
    assert.equal((await surname(page).inputValue()).length, 5000)
  })

  test('offline: filling goes on, a quiet line says so, all is sent when the network returns', async () => {
    const page = await onStep10()
    await surname(page).waitFor()
    await person.context.setOffline(true)
    await surname(page).pressSequentially('Вымыслова')
    await page.getByText('Нет связи, сохранено на телефоне').waitFor()
    await name(page).pressSequentially('Анна')
    await person.context.setOffline(false)
    await saved(page)
    const other = await person.context.newPage()
    await other.goto('/step10')
    await surname(other).waitFor()
    assert.deepEqual([await surname(other).inputValue(), await name(other).inputValue()], ['Вымыслова', 'Анна'])
  })

  test('two tabs on one step: the second gets a choice, never a silent overwrite', async () => {
    const one = await onStep10()
    const two = await person.context.newPage()
    await two.goto('/step10')
    await surname(two).waitFor()
    await surname(one).fill('Первая')
    await saved(one)
    await surname(two).fill('Вторая')
    const dialog = two.getByRole('dialog', { name: 'Этот шаг изменили в другом окне' })
    await dialog.waitFor()
    await two.keyboard.press('Escape')
    assert.equal(await dialog.isVisible(), true, 'Escape chooses nothing')
    assert.equal(await surname(one).inputValue(), 'Первая')
    await dialog.getByRole('button', { name: 'Взять из другого окна' }).click()
    await dialog.waitFor({ state: 'hidden' })
    assert.equal(await surname(two).inputValue(), 'Первая')
    await two.reload()
    await surname(two).waitFor()
    assert.equal(await surname(two).inputValue(), 'Первая')
  })

  test('session over: signing in again returns to the very step with what was typed', async () => {
    const page = await onStep10()
    const phone = `91677700${String(phones).padStart(2, '0')}`
    await surname(page).pressSequentially('Вымыслова')
    await saved(page)
    await person.context.clearCookies({ name: '__Host-zayavka' })
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await at(page, '/step2')
    await page.getByLabel('Телефон', { exact: true }).pressSequentially(phone)
    await page.getByRole('button', { name: 'Получить код' }).click()
    await page.getByLabel('Код из СМС').fill(smsCode)
    await at(page, '/step10')
    await surname(page).waitFor()
    assert.equal(await surname(page).inputValue(), 'Вымыслова')
  })

  test('leaving by Back keeps what was typed', async () => {
    const page = await onStep10()
    await surname(page).pressSequentially('Вым')
    await page.goBack()
    await at(page, '/step5')
    await page.goForward()
    await at(page, '/step10')
    await surname(page).waitFor()
    assert.equal(await surname(page).inputValue(), 'Вым')
  })
})

describe('the form itself', () => {
  test('another bank typed over a picked one is not the picked one any more', async () => {
    phones += 1
    person = await standingAt(place.server.url, place.browser, 32, `91677700${String(phones).padStart(2, '0')}`)
    const { page } = person
    await page.goto('/step32')
    await page.getByRole('radio', { name: 'На телефон через СБП' }).check()
    const bank = page.getByLabel('Банк', { exact: true })
    await bank.pressSequentially('Т-Б')
    await page.getByRole('option').first().click()
    const bankId = async () => (await readDetail(page)).steps.find(({ number }) => number === 32)?.raw.bankId
    await until('the picked bank is kept', async () => /^\d+$/.test(String(await bankId())))
    const drafted = page.waitForResponse((response) => response.url().endsWith('/draft') && response.ok())
    await bank.fill('Другой банк')
    await drafted
    assert.equal(await bankId(), '')
  })

  test('an error comes on leaving the field, never while the first letters are typed; it goes as soon as it is mended', async () => {
    const page = await onStep10()
    const error = page.getByText(/только русские буквы/)
    await surname(page).pressSequentially('Iva')
    assert.equal(await error.count(), 0)
    await name(page).focus()
    await error.waitFor()
    await surname(page).fill('Иванова')
    await error.waitFor({ state: 'detached' })
  })

  test('«Далее» with errors: a summary whose links focus the field; the button stays where it was', async () => {
    const page = await onStep10()
    const button = page.getByRole('button', { name: 'Далее' })
    const before = await button.boundingBox()
    await button.click()
    const summary = page.getByRole('alert')
    await summary.waitFor()
    assert.equal((await button.boundingBox())?.y, before?.y)
    await summary.getByRole('link').first().click()
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'surname')
  })

  test('double tap on a slow network: the step is accepted once', async () => {
    const page = await onStep10()
    for (const step of fillings[10] ?? []) await step(page)
    let accepted = 0
    await page.route('**/steps/10', async (route) => {
      accepted += 1
      await new Promise((resolve) => setTimeout(resolve, 600))
      await route.continue()
    })
    const button = page.getByRole('button', { name: 'Далее' })
    await button.click()
    await button.click({ force: true }).catch(() => {})
    await at(page, '/step9')
    assert.equal(accepted, 1)
  })

  test('«изменить» on the check page comes back to the check page', async () => {
    const page = await onStep10()
    await page.goto('/step5')
    await fillAll(page)
    await page.getByRole('link', { name: 'Изменить: О вас' }).click()
    await at(page, '/step10')
    await name(page).fill('Мария')
    await page.getByRole('button', { name: 'Сохранить' }).click()
    await at(page, '/step36')
    await page.getByText(/Мария/).waitFor()
  })

  test('by keyboard alone', async () => {
    const page = await onStep10()
    await surname(page).waitFor()
    const values: Record<string, string> = {
      surname: 'Вымыслова',
      name: 'Анна',
      patronymic: 'Петровна',
      birthDate: '10051990',
      snils: '11223344595',
    }
    for (let n = 0; n < 40; n += 1) {
      await page.keyboard.press('Tab')
      const field = await page.evaluate(() => {
        const node = document.activeElement as HTMLInputElement | null
        return { name: node?.name ?? '', type: node?.type ?? '', text: node?.textContent ?? '' }
      })
      if (values[field.name]) await page.keyboard.type(values[field.name] ?? '')
      if (field.name === 'sex') await page.keyboard.press('Space')
      if (field.text === 'Далее') {
        await page.keyboard.press('Enter')
        break
      }
    }
    await at(page, '/step9')
  })
})

describe('what it takes', () => {
  test('a new borrower and a returning one: taps and characters counted', async (context) => {
    const page = await onStep10()
    const counted = await countWork(page)
    await page.goto('/step5')
    await fillAll(page, {}, thriftyFillings)
    await page.getByRole('link', { name: 'Всё верно, подписать' }).click()
    await sent(page)
    const first = await counted()
    context.diagnostic(`a new borrower, from the first step to sent: ${first}`)
    assert.ok(Number.parseInt(first, 10) <= 35, first)
    assert.ok(Number(/(\d+) characters/.exec(first)?.[1]) <= 150, first)

    const staff = await staffSession(place.server.url)
    await staff.approve()
    await page.getByRole('link', { name: 'Посмотреть условия' }).click()
    await page.getByRole('button', { name: 'Отказаться' }).click()
    // What becomes of it is told before the act has ended here: nobody is pulled back from where they went next.
    await page.route('**/authenticated', async (route) => {
      await page.waitForTimeout(4000)
      await route.continue()
    })
    await page.getByRole('dialog').getByRole('button', { name: 'Отказаться' }).click()
    await page.getByRole('link', { name: 'Новая заявка' }).click()
    await page.waitForTimeout(4500)
    await at(page, '/step19')
    await page.unrouteAll({ behavior: 'wait' })
    const again = await countWork(page)
    await page.getByLabel('На что нужны деньги').selectOption({ index: 1 })
    await page.getByRole('button', { name: 'Продолжить' }).click()
    await at(page, '/step5')
    await page.getByRole('link', { name: 'Продолжить' }).click()
    await page.waitForURL((url) => url.pathname !== '/step5')
    for (;;) {
      const { pathname } = new URL(page.url())
      if (pathname === '/step36') break
      // Consents are new for each request; what was typed and fresh photos are not asked for again.
      assert.equal(pathname, '/step33')
      for (const step of fillings[Number(pathname.slice(5))] ?? []) await step(page)
      await next(page)
      await page.waitForURL((url) => url.pathname !== pathname)
    }
    await page.getByText(/Вымыслова/).waitFor()
    await page.getByRole('link', { name: 'Всё верно, подписать' }).click()
    await sent(page)
    const work = await again()
    assert.ok(Number.parseInt(work, 10) < 10, work)
    context.diagnostic(`a returning one, from «Новая заявка» to sent: ${work}`)
  })
})

/** Signs with the code and waits until the desk has settled: the gate may reload it once. */
async function sent(page: Page): Promise<void> {
  await sign(page, /Получить код/)
  await at(page, '/step3')
  await page.getByRole('heading', { name: 'Проверяем заявку' }).waitFor()
  await page.waitForTimeout(800)
  await page.getByRole('heading', { name: 'Проверяем заявку' }).waitFor()
}

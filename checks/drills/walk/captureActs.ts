import { fillings } from '../../e2e/borrower.ts'
import { goOn, readDetail } from '../../steps/screen.ts'
import { press } from './leaving.ts'
import { chance, choose, insist, mayBeLeft, note, type Walker } from './walker.ts'

const disturbances = ['reload', 'tab dies', 'back', 'link', 'offline', 'kill'] as const

async function disturb(walker: Walker, number: number, kills: boolean): Promise<void> {
  const what = choose(walker, kills ? disturbances : disturbances.slice(0, -1))
  note(walker, `${number} ${what}`)
  if (what === 'reload') await walker.page.reload()
  if (what === 'tab dies') {
    await walker.page.close({ runBeforeUnload: false })
    walker.page = await walker.context.newPage()
    await walker.page.goto(`/step${number}`)
  }
  if (what === 'back') {
    await walker.page.getByRole('link', { name: 'Назад' }).click()
    await walker.page.waitForURL((url) => url.pathname !== `/step${number}`)
    await mayBeLeft(walker)
    await walker.page.goBack()
  }
  if (what === 'link') {
    await walker.page.goto('/step36')
    await mayBeLeft(walker)
    await walker.page.goto(`/step${number}`)
  }
  if (what === 'offline') {
    await walker.context.setOffline(true)
    await walker.page.waitForTimeout(200)
    await walker.context.setOffline(false)
  }
  if (what === 'kill') {
    await walker.server.kill()
    await walker.server.restart()
  }
  await walker.page.waitForURL((url) => url.pathname === `/step${number}`)
  await mayBeLeft(walker)
}

/** A photo, the video or the check of the device: taken from a file, whatever comes in between. */
export async function walkCapture(walker: Walker, number: number, kills: boolean): Promise<void> {
  const acts = fillings[number]
  insist(acts, `nobody knows how to fill step ${number}`)
  if (chance(walker, 0.4)) await disturb(walker, number, kills)
  for (const act of acts) await act(walker.page)
  await goOn(walker.page).waitFor()
  if (chance(walker, 0.4)) {
    await disturb(walker, number, kills)
    // A check of the device is made anew; what was taken must still be there.
    if (number === 27) for (const act of acts) await act(walker.page)
  }
  await goOn(walker.page).waitFor()
  await press(walker, number)
  const kept = (await readDetail(walker.page)).steps.find((step) => step.number === number)
  insist(kept?.accepted, `step ${number} was left and not accepted`)
  walker.taken.set(number, kept.raw)
}

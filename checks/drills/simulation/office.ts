import type { Injected } from '#server/testing/product.ts'
import { chance, note, type Walk } from './ground.ts'
import { staff } from './world.ts'

interface Open {
  readonly version: number
  readonly items: readonly { readonly step: number; readonly open: boolean }[]
}

/** A call of a reviewer; null when the answer was lost with the process. */
async function ask(walk: Walk, who: (typeof staff)[number], method: string, path: string, body?: unknown) {
  await walk.recover()
  const { world } = walk
  const caller = world.caller('192.0.2.1', world.office(who))
  const answer: Injected = await caller.call(method, path, body, world.newId())
  const shown = path.replace(walk.id ?? '-', ':id')
  if (world.process().gate.dead) {
    note(walk, `${who} ${method} ${shown} unknown`)
    return null
  }
  note(walk, `${who} ${method} ${shown} ${answer.status}`)
  if (answer.status >= 500) walk.wrong.push(`${who} ${method} ${shown} answered ${answer.text}`)
  return answer
}

const somebody = ({ world }: Walk) => staff[world.random() < 0.5 ? 0 : 1]
const path = ({ id }: Walk) => `/service/office/requests/${id}`

/** Takes the request and says the same of every open item; answers the version to end the review with. */
async function review(walk: Walk, who: (typeof staff)[number], fix: boolean): Promise<number | null> {
  await walk.world.signInStaff()
  await ask(walk, who, 'POST', `${path(walk)}/take`)
  const open = (await ask(walk, who, 'GET', path(walk)))?.body as Open | null
  if (!open?.items) return null
  let first = true
  for (const { step } of open.items.filter((item) => item.open)) {
    const verdict = fix && first ? { verdict: 'fix', reason: 'data_differs', comment: 'Сверьте' } : { verdict: 'ok' }
    first = false
    await ask(walk, who, 'POST', `${path(walk)}/items/${step}/opened`)
    await ask(walk, who, 'PUT', `${path(walk)}/items/${step}`, { version: open.version, verdict })
  }
  return ((await ask(walk, who, 'GET', path(walk)))?.body as Open | null)?.version ?? null
}

const ending =
  (what: string, more: object = {}) =>
  async (walk: Walk) => {
    const who = somebody(walk)
    const version = await review(walk, who, what === 'return')
    if (version !== null) await ask(walk, who, 'POST', `${path(walk)}/${what}`, { version, ...more })
    if (what === 'approve' && chance(walk, 0.7)) await walk.work(2)
  }

export const approve = ending('approve')
export const giveBack = ending('return')
export const refuse = ending('refuse', { reason: 'false_data' })

export async function takeAway(walk: Walk): Promise<void> {
  await walk.world.signInStaff()
  await ask(walk, somebody(walk), 'POST', `${path(walk)}/take`)
}

export async function release(walk: Walk): Promise<void> {
  await walk.world.signInStaff()
  await ask(walk, somebody(walk), 'POST', `${path(walk)}/release`)
}

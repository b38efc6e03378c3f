import { codeOf, type Injected } from '#server/testing/product.ts'
import { answers, fieldOf, order, revisionAfter } from '../../e2e/client.ts'
import { chance, done, note, type Walk } from './ground.ts'

interface Detail {
  readonly request: {
    readonly version: number
    readonly status: number
    readonly verification?: { readonly status: number }
    readonly payout?: { readonly state: string }
    readonly loan?: { readonly id: string; readonly state: string }
  }
  readonly steps: readonly {
    readonly number: number
    readonly revision: number
    readonly raw: Record<string, unknown>
    readonly accepted: boolean
  }[]
}

const codeIn = (text: string) => /(?<!\d)(\d{6})(?!\d)/.exec(text)?.[1]

/** A call of the borrower: noted with what came of it. Null: the answer was lost with the process. */
export async function call(
  walk: Walk,
  method: string,
  path: string,
  body?: unknown,
  key?: string,
): Promise<Injected | null> {
  const { world, me } = walk
  const answer = await me.call(method, path, body, key)
  const shown = path.replaceAll(walk.id ?? '-', ':id')
  if (world.process().gate.dead) {
    note(walk, `${method} ${shown} unknown`)
    return null
  }
  const code = codeOf(answer)
  note(walk, `${method} ${shown} ${answer.status}${code ? ` ${code}` : ''}`)
  if (answer.status >= 500 && answer.status !== 503) walk.wrong.push(`${method} ${shown} answered ${answer.text}`)
  if (answer.status < 300 && method !== 'GET') done(walk)
  return answer
}

function waitAsTold({ world }: Walk, { body }: Injected): void {
  const { retryAfter = 60 } = (body as { error: { details?: { retryAfter?: number } } }).error.details ?? {}
  world.clock.advance(retryAfter * 1000)
}

/** The newest code that came to the phone or the letter box, or a guess. */
export function codeFrom(walk: Walk, to: string, words: RegExp): string {
  const mine = walk.world.outside.inbox.filter((one) => one.to === to && words.test(one.text))
  return codeIn(mine.at(-1)?.text ?? '') ?? '000000'
}

/** Signs in as often as it takes; the accepted documents are those the answer asks for. */
export async function signIn(walk: Walk): Promise<void> {
  const { phone } = walk
  for (let tries = 0; tries < 30; tries += 1) {
    await walk.recover()
    const asked = await call(walk, 'POST', '/service/auth/codes', { phone })
    if (asked?.status === 429) {
      waitAsTold(walk, asked)
      continue
    }
    await walk.work(4)
    const code = codeFrom(walk, `+7${phone}`, /код входа/)
    await walk.recover()
    const first = await call(walk, 'POST', '/service/auth/session', { phone, code })
    if (first?.status === 200) return
    const list = (first?.body as { error?: { details?: { documents?: { id: string; version: string }[] } } } | null)
      ?.error?.details?.documents
    if (list) {
      const accepted = list.map(({ id, version }) => ({ id, version }))
      await walk.recover()
      const second = await call(walk, 'POST', '/service/auth/session', { phone, code, accepted })
      if (second?.status === 200) return
    }
    walk.world.clock.advance(61_000)
  }
  throw new Error('nobody can sign in')
}

/** Goes on until there is an answer, over deaths and sessions that end; the same key each time. */
export async function insist(
  walk: Walk,
  method: string,
  path: string,
  body?: unknown,
  key?: string,
): Promise<Injected> {
  for (let tries = 0; tries < 20; tries += 1) {
    await walk.recover()
    const answer = await call(walk, method, path, body, key)
    if (answer && codeOf(answer) === 'not_signed_in') await signIn(walk)
    else if (answer && answer.status !== 503 && !/in_flight/.test(answer.text)) return answer
  }
  throw new Error(`${method} ${path} never answered`)
}

export async function detail(walk: Walk): Promise<Detail> {
  const answer = await insist(walk, 'GET', `/service/requests/${walk.id}`)
  if (answer.status !== 200) throw new Error(`the request is gone: ${answer.text}`)
  return answer.body as Detail
}

/** Types on a step, sometimes on an old revision; what was said to be kept is remembered. */
export async function draft(walk: Walk): Promise<void> {
  const number = order[Math.floor(walk.world.random() * 6)] ?? 10
  const known = walk.drafts.get(number) ?? { revision: 0, raw: {} }
  const stale = known.revision > 0 && chance(walk, 0.15)
  const patch = { [fieldOf(number)]: Math.floor(walk.world.random() * 1e6) }
  const revision = stale ? known.revision - 1 : known.revision
  const path = `/service/requests/${walk.id}/steps/${number}/draft`
  const first = await call(walk, 'PUT', path, { revision, patch })
  const answer = first ?? (await insist(walk, 'PUT', path, { revision, patch }))
  if (answer.status === 200 && stale && first) walk.wrong.push(`step ${number} was overwritten from an old revision`)
  if (answer.status === 200)
    walk.drafts.set(number, {
      revision: (answer.body as { revision: number }).revision,
      raw: { ...known.raw, ...patch },
    })
  else await reread(walk, number)
}

/** After a conflict the person takes what the server has. */
async function reread(walk: Walk, number: number): Promise<void> {
  const kept = (await detail(walk)).steps.find((step) => step.number === number)
  if (kept) walk.drafts.set(number, { revision: kept.revision, raw: kept.raw })
}

export async function accept(walk: Walk, number: number, raw: object = answers[number] ?? {}): Promise<boolean> {
  const path = `/service/requests/${walk.id}/steps/${number}`
  const revision = (await detail(walk)).steps.find((step) => step.number === number)?.revision ?? 0
  const answer = await insist(walk, 'PUT', path, { revision, raw })
  if (answer.status !== 200) {
    await reread(walk, number)
    return false
  }
  walk.drafts.set(number, { revision: revisionAfter(answer.body, number), raw: raw as Record<string, unknown> })
  return true
}

export async function confirmEmail(walk: Walk): Promise<void> {
  const email = `anna${walk.phone}@example.ru`
  for (let tries = 0; tries < 8; tries += 1) {
    const asked = await insist(walk, 'POST', '/service/profile/email/codes', { email })
    if (asked.status === 429) {
      waitAsTold(walk, asked)
      continue
    }
    await walk.work(4)
    const code = codeFrom(walk, email, /подтверждения почты/)
    const answer = await insist(walk, 'POST', '/service/profile/email', { email, code })
    if (answer.status === 204) return
    walk.world.clock.advance(61_000)
  }
}

/** Asks for a code and signs with it, or with a wrong one; sometimes twice at once, sometimes again later. */
export async function sign(walk: Walk, purpose: 'application' | 'contract'): Promise<void> {
  const { version } = (await detail(walk)).request
  const frozen = await insist(walk, 'POST', `/service/requests/${walk.id}/codes`, { purpose, version })
  if (frozen.status !== 202) {
    if (frozen.status === 429) waitAsTold(walk, frozen)
    return
  }
  await walk.work(3)
  const right = codeFrom(walk, `+7${walk.phone}`, purpose === 'application' ? /заявк|Заявк/ : /договор/)
  const wrong = chance(walk, 0.15)
  const code = wrong ? String((Number(right) + 1) % 1_000_000).padStart(6, '0') : right
  const body = {
    code,
    package: (frozen.body as { package: string }).package,
    version: (await detail(walk)).request.version,
  }
  await once(walk, purpose === 'application' ? 'send' : 'offer/sign', body)
}

/** One keyed change: asked for again under the same key it has one effect and one reply. */
export async function once(walk: Walk, what: string, body: object): Promise<void> {
  const key = walk.world.newId()
  const path = `/service/requests/${walk.id}/${what}`
  if (chance(walk, 0.2)) {
    await walk.recover()
    await Promise.all([call(walk, 'POST', path, body, key), call(walk, 'POST', path, body, key)])
  }
  const first = await insist(walk, 'POST', path, body, key)
  if (first.status === 200) walk.kept.push({ path, body, key, text: first.text, at: walk.world.now() })
}

/** Asks for something done once more: the bytes of the first reply, whatever has happened since. */
export async function again(walk: Walk): Promise<void> {
  const one = walk.kept[Math.floor(walk.world.random() * walk.kept.length)]
  if (!one || walk.world.now() - one.at > 29 * 86_400_000) return
  const answer = await insist(walk, 'POST', one.path, one.body, one.key)
  if (answer.text !== one.text) walk.wrong.push(`${one.path} answered otherwise the second time: ${answer.text}`)
  const other = await insist(walk, 'POST', one.path, { ...one.body, version: 999 }, one.key)
  if (other.status !== 422) walk.wrong.push(`${one.path} took another body under a used key: ${other.status}`)
}

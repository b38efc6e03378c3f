import { isDeepStrictEqual } from 'node:util'
import { emailCode } from '../e2e/borrower.ts'
import { type Answer, answers, type Client, fieldOf, openClient, order, revisionAfter } from '../e2e/client.ts'
import { evidenceAnswers, takesFile } from '../e2e/evidence.ts'

/** What a client was told is kept: the checker reads it back after every fault. */
export interface Acknowledged {
  requestId: string | null
  readonly drafts: Map<number, { revision: number; raw: Record<string, unknown> }>
  readonly accepted: Set<number>
  sent: boolean
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A borrower who goes on whatever happens to the server: asks again until there is an answer, with the same key. */
export function openWalker(
  url: string,
  phone: string,
  random: () => number,
  before?: Acknowledged,
  headers: Record<string, string> = {},
) {
  const client: Client = openClient(url, headers)
  const known: Acknowledged = before ?? { requestId: null, drafts: new Map(), accepted: new Set(), sent: false }
  const email = `anna${phone}@example.ru`
  let retries = 0
  let acknowledged = 0
  let over = false
  let failures = 0
  /** How many changes of each step were told done, and the step a change of which nobody has heard the end of. */
  const told = new Map<number, number>()
  let unsure: number | undefined
  async function change<T>(number: number, work: () => Promise<T>): Promise<T> {
    unsure = number
    const done = await work()
    unsure = undefined
    told.set(number, (told.get(number) ?? 0) + 1)
    return done
  }

  async function stubborn(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer> {
    for (;;) {
      const answer = await client.call(method, path, body, headers).catch(() => null)
      if (answer && answer.status < 500 && !(answer.status === 409 && /in_flight/.test(answer.text))) {
        if (answer.status < 300 && method !== 'GET') acknowledged += 1
        return answer
      }
      if (over) throw new Error('the walk is over')
      if (answer && answer.status >= 500 && answer.status !== 503) failures += 1
      retries += 1
      await pause(50 + random() * 100)
    }
  }

  async function draft(number: number): Promise<void> {
    const before = known.drafts.get(number) ?? { revision: 0, raw: {} }
    const patch = { [fieldOf(number)]: `${number}.${Math.floor(random() * 1e9)}` }
    const path = `/service/requests/${known.requestId}/steps/${number}/draft`
    const answer = await change(number, () => stubborn('PUT', path, { revision: before.revision, patch }))
    if (answer.status !== 200) throw new Error(`a draft answered ${answer.status}: ${answer.text}`)
    const { revision } = answer.body as { revision: number }
    known.drafts.set(number, { revision, raw: { ...before.raw, ...patch } })
  }

  async function accept(number: number): Promise<void> {
    const { revision = 0 } = known.drafts.get(number) ?? {}
    if (number === 26) {
      // Whether an answer was lost on the way, the step itself tells.
      await stubborn('POST', '/service/profile/email/codes', { email })
      await stubborn('POST', '/service/profile/email', { email, code: emailCode })
    }
    const raw = {
      ...(number === 26 && { email }),
      ...(takesFile(number) ? await evidence(number) : answers[number]),
    } as Record<string, unknown>
    const path = `/service/requests/${known.requestId}/steps/${number}`
    const answer = await change(number, () => stubborn('PUT', path, { revision, raw }))
    if (answer.status !== 200) throw new Error(`step ${number} answered ${answer.status}: ${answer.text}`)
    known.drafts.set(number, { revision: revisionAfter(answer.body, number), raw })
    known.accepted.add(number)
  }

  async function evidence(number: number): Promise<object> {
    for (;;) {
      const given = await evidenceAnswers(url, client, known.requestId ?? '', number).catch(() => null)
      if (given) return given
      if (over) throw new Error('the walk is over')
      retries += 1
      await pause(100)
    }
  }

  async function signUp(): Promise<void> {
    for (;;) {
      try {
        await client.signUp(phone)
        return
      } catch (error) {
        // The code may have gone out before the server died: the minute between two codes is not waited for here.
        if (error instanceof Error && /answered 429/.test(error.message)) throw error
        await pause(100)
      }
    }
  }

  async function send(): Promise<void> {
    const path = `/service/requests/${known.requestId}`
    const version = async () => ((await stubborn('GET', path)).body as { request: { version: number } }).request.version
    const frozen = await stubborn('POST', `${path}/codes`, { purpose: 'application', version: await version() })
    if (frozen.status === 429) return
    const body = { code: '111111', package: (frozen.body as { package: string }).package, version: await version() }
    const answer = await stubborn('POST', `${path}/send`, body, client.keyed())
    if (answer.status !== 200) throw new Error(`sending answered ${answer.status}: ${answer.text}`)
    known.sent = true
  }

  return {
    client,
    known,
    retries: () => retries,
    /** How many answers were 5xx of the server's own making; 503 while it stops or starts is none. */
    failures: () => failures,
    /** How many changes the server said were done. */
    acknowledged: () => acknowledged,
    signUp,
    /** Asks no more: the server is gone for good. */
    close() {
      over = true
    },

    async walk(draftsEach: number, going: () => boolean): Promise<void> {
      const key = client.keyed()
      const raw = { product: 'payday', amount: 1_000_000, term: 14, purpose: 'everyday', promo: '' }
      const created = await stubborn('POST', '/service/requests', { raw }, key)
      known.requestId = (created.body as { _id: string })._id
      for (const number of order) {
        for (let n = 0; n < draftsEach && going(); n += 1) {
          await draft(number)
          await pause(random() * 20)
        }
        await accept(number)
      }
      await send()
    },

    /** How many changes of steps stand that nobody asked for, or asked for once. Once nothing is under way any more. */
    async doubled(): Promise<number> {
      if (!known.requestId) return 0
      const { body } = await stubborn('GET', `/service/requests/${known.requestId}`)
      const { steps } = body as { steps: { number: number; revision: number }[] }
      return [...told].reduce((sum, [number, times]) => {
        const stands = steps.find((step) => step.number === number)?.revision ?? 0
        return sum + Math.max(0, stands - times - (unsure === number ? 1 : 0))
      }, 0)
    },

    /** Everything acknowledged is there; answers what is not. */
    async lost(): Promise<string[]> {
      if (!known.requestId) return []
      const expected = structuredClone({ drafts: [...known.drafts], accepted: [...known.accepted], sent: known.sent })
      const { status, text, body } = await stubborn('GET', `/service/requests/${known.requestId}`)
      if (status !== 200) throw new Error(`${phone}: the request answered ${status}: ${text.slice(0, 200)}`)
      type Kept = { number: number; revision: number; raw: Record<string, unknown>; accepted: boolean }
      const { steps, request } = body as { steps: Kept[]; request: { status: number } }
      const missing: string[] = []
      for (const [number, { revision, raw }] of expected.drafts) {
        const kept = steps.find((step) => step.number === number)
        const newer = kept !== undefined && kept.revision > revision
        if (!newer && !isDeepStrictEqual(kept?.raw, raw))
          missing.push(`${phone}: draft of step ${number} at revision ${revision}`)
      }
      for (const number of expected.accepted) {
        if (!steps.find((step) => step.number === number)?.accepted)
          missing.push(`${phone}: acceptance of step ${number}`)
      }
      if (expected.sent && request.status !== 2) missing.push(`${phone}: sending`)
      return missing
    },
  }
}

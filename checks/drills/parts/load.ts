import { type Client, openClient } from '../../e2e/client.ts'

export interface LoadOutcome {
  readonly calls: number
  /** Calls answered with a 5xx, cut, or answered otherwise than they should be. */
  readonly failed: readonly string[]
  /** Saves that were acknowledged and are not there. */
  readonly lost: readonly string[]
  readonly saved: number
  /** Saves that stand without having been asked for, or twice. */
  readonly doubled: number
  readonly worstMs: number
}

interface Person {
  readonly client: Client
  readonly id: string
  revision: number
  note: string
  /** How many of their saves were acknowledged. */
  told: number
  /** A save nobody knows the end of: it is sent again as it was. */
  unsure: string | undefined
}

interface Asked {
  readonly perSecond: number
  readonly people: number
  /** What a call may come to besides being done: a drill in which the database is away expects 503. */
  readonly bearable?: (status: number) => boolean
  readonly phones?: number
  /** Where the people sign up, when it is not where they work: addresses are counted there. */
  readonly door?: string
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** People who have signed up and begun a request. */
async function signedUp(url: string, door: string, people: number, phones: number): Promise<Person[]> {
  const made: Person[] = []
  let place = door
  for (let n = 0; n < people; n += 1) {
    const client = openClient(() => place, { 'x-forwarded-for': `198.51.100.${n + 1}` })
    await client.signUp(String(phones + n))
    made.push({ client, id: (await client.create())._id, revision: 0, note: '', told: 0, unsure: undefined })
  }
  place = url
  return made
}

/**
 * Steady work of several people, each one call at a time, so many calls a second in all whatever their answers take: polls, the whole
 * request, and saves of a draft, which are remembered and read back at the end.
 */
export async function startLoad(
  url: string,
  { perSecond, people, bearable = () => false, phones = 916_880_0000, door = url }: Asked,
) {
  const crowd = await signedUp(url, door, people, phones)
  const failed: string[] = []
  let calls = 0
  let worstMs = 0
  let going = true

  async function save(person: Person) {
    const note = person.unsure ?? `note ${calls}`
    person.unsure = note
    const path = `/service/requests/${person.id}/steps/10/draft`
    const answer = await person.client.call('PUT', path, { revision: person.revision, patch: { formerSurname: note } })
    if (answer.status === 200) {
      person.revision = (answer.body as { revision: number }).revision
      person.note = note
      person.unsure = undefined
      person.told += 1
    }
    return answer
  }

  const acts: ((person: Person) => ReturnType<Client['call']>)[] = [
    ({ client }) => client.call('POST', '/service/requests/current', {}),
    ({ client, id }) => client.call('GET', `/service/requests/${id}`),
    save,
    ({ client }) => client.call('GET', '/service/documents'),
  ]

  async function one(person: Person, act: (typeof acts)[number], what: number): Promise<void> {
    const started = performance.now()
    calls += 1
    try {
      const { status, text } = await act(person)
      if (status !== 200 && !bearable(status)) failed.push(`${what}: ${status} ${text.slice(0, 120)}`)
    } catch (error) {
      const { message, cause } = error as Error
      if (!bearable(0)) failed.push(`${what}: ${message} ${cause instanceof Error ? cause.message : ''}`)
    }
    worstMs = Math.max(worstMs, performance.now() - started)
  }

  async function live(person: Person, n: number): Promise<void> {
    const every = (1000 * people) / perSecond
    let next = performance.now() + (every * n) / people
    for (let turn = n; going; turn += 1) {
      await pause(Math.max(0, next - performance.now()))
      next = Math.max(next + every, performance.now() - 2000)
      if (going) await one(person, acts[turn % acts.length] as (typeof acts)[number], turn % acts.length)
    }
  }

  const lives = crowd.map(live)

  return {
    failed,
    /** Asks no more, whatever came of it. */
    leave() {
      going = false
    },
    async stop(): Promise<LoadOutcome> {
      going = false
      await Promise.all(lives)
      const lost: string[] = []
      let doubled = 0
      for (const { client, id, note, told, unsure } of crowd.filter((person) => person.note)) {
        type Kept = { number: number; revision: number; raw: Record<string, unknown> }
        const { steps } = await client.must<{ steps: Kept[] }>('GET', `/service/requests/${id}`)
        const step = steps.find(({ number }) => number === 10)
        doubled += Math.max(0, (step?.revision ?? 0) - told - (unsure === undefined ? 0 : 1))
        const kept = step?.raw.formerSurname
        if (kept !== note && (unsure === undefined || kept !== unsure)) lost.push(`${id}: ${note}`)
      }
      const saved = crowd.reduce((sum, { told }) => sum + told, 0)
      return { calls, failed, lost, saved, doubled, worstMs }
    },
  }
}

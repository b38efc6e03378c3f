import { createHash } from 'node:crypto'
import type { IsoDate } from '#contract/dates.ts'
import type { Clock } from '#server/platform/clock.ts'
import { SignatureBad, type Signer } from '../signer.ts'
import { type Persona, personaOf } from './persons.ts'
import { type Asked, readQuestion, SchemaFault } from './question.ts'
import { answerXml, block, errorXml, receiptXml } from './words.ts'

export interface StandInCall {
  readonly method: string
  /** `/dlrequest`, or `/dlanswer` with its id. */
  readonly path: string
  readonly id?: string | undefined
  readonly body: Uint8Array
}

export interface StandInReply {
  readonly status: number
  readonly body: Uint8Array
}

/** Changes to what it would say: for tests that make a bureau lie. */
export interface Twists {
  /** How it behaves over a person, in place of the demo's persons. */
  persona?: (passport: string, day: IsoDate) => Persona
  /** An error in place of whatever it would say. */
  error?: (asked: Asked) => number | undefined
  /** The answer before it is signed. */
  xml?: (xml: string, asked: Asked) => string | Uint8Array
  /** The reply as it goes. */
  reply?: (reply: StandInReply, call: StandInCall) => StandInReply | Promise<StandInReply>
  /** The contract has no «one window». */
  noWindow?: boolean
}

interface Parts {
  readonly clock: Clock
  readonly signer: Signer
  /** Certificates of those who may ask. */
  readonly pins: readonly string[]
  /** The bureau itself first, then those it asks for a window. */
  readonly bureaus: readonly string[]
  readonly subscriber: string
  readonly twists?: Twists
}

interface Made {
  readonly asked: Asked
  readonly persona: Persona
  readonly readyAt: number
  /** A 12 was said then; sooner than a second later is haste. */
  toldAt: number
}

const day = 86_400_000
const kept = 8 * 3_600_000

/** Marks a call that gets no reply at all. */
export class NoReply extends Error {
  override name = 'NoReply'
}

/** An id of its own for each question: the same for the same one, as everything of the stand-in. */
function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

/**
 * A credit bureau by the protocol of format 3.0, with its delays and refusals in the order of one that works. State in memory, time by the clock it is
 * given. Throws NoReply where a bureau would be silent. `haste` counts answers asked for too soon.
 */
export function standInBureau({ clock, signer, pins, bureaus, subscriber, twists = {} }: Parts) {
  const [own = ''] = bureaus
  const answers = new Map<string, Made>()
  const used = new Map<string, string>()
  const firstAsked = new Map<string, number>()
  const counts = { haste: 0, questions: 0 }
  const now = () => clock.now().getTime()
  const today = () => new Date(now() + 3 * 3_600_000).toISOString().slice(0, 10) as IsoDate
  const encode = (xml: string | Uint8Array) => (typeof xml === 'string' ? new TextEncoder().encode(xml) : xml)
  const reply = async (status: number, xml: string | Uint8Array): Promise<StandInReply> => ({
    status,
    body: await signer.sign(encode(xml)),
  })
  const refuse = (code: number, text = 'Отказ') => reply(code === 12 ? 202 : 400, errorXml(own, code, text))

  async function opened(body: Uint8Array): Promise<string | number> {
    if (body.length === 0) return 2
    try {
      const { content } = await signer.open(body, pins)
      return new TextDecoder('utf-8', { fatal: true }).decode(content)
    } catch (error) {
      if (error instanceof SignatureBad) return 4
      if (error instanceof TypeError) return 8
      throw error
    }
  }

  /** What is wrong with a question, by the order bureaus look in. */
  function fault(asked: ReturnType<typeof readQuestion>): number | undefined {
    if (asked.subscriber !== subscriber) return 10
    if (asked.mode === '1' && asked.blocks > 1) return 26
    if (asked.window && twists.noWindow) return 14
    if (used.get(asked.id) === asked.day) return 11
    if (asked.day !== today()) return 23
    if (asked.passportOn <= asked.bornOn) return 15
    if (asked.kind !== '6' && !asked.consent) return 27
    if (asked.consent && (asked.consent.to !== asked.source || asked.consent.givenOn > asked.day)) return 13
    if (asked.kind !== '7' && !asked.innChecked) return 25
    return twists.error?.(asked)
  }

  function answer(answerId: string, { asked, persona }: Made): Promise<StandInReply> {
    const first = firstAsked.get(asked.passport) ?? now()
    firstAsked.set(asked.passport, first)
    const away = persona.awayMs !== undefined && now() - first < persona.awayMs
    const blocks = (asked.window ? bureaus : [own]).map((bureau, index) => {
      const known = persona.known[index] ?? persona.known.at(-1) ?? {}
      return block(
        bureau,
        away && index > 0 && index === bureaus.length - 1 ? { failed: 17 } : known,
        asked,
        clock.now(),
      )
    })
    const envelope = { bureau: own, questionId: asked.id, day: asked.day, answerId }
    const xml = answerXml(envelope, asked, blocks)
    return reply(200, twists.xml?.(xml, asked) ?? xml)
  }

  async function take(body: Uint8Array): Promise<StandInReply> {
    const xml = await opened(body)
    if (typeof xml === 'number') return refuse(xml)
    let asked: ReturnType<typeof readQuestion>
    try {
      asked = readQuestion(xml)
    } catch (error) {
      if (error instanceof SchemaFault) return refuse(9, error.message)
      throw error
    }
    const code = fault(asked)
    if (code !== undefined) return refuse(code)
    used.set(asked.id, asked.day)
    counts.questions += 1
    const persona = (twists.persona ?? personaOf)(asked.passport, today())
    if (persona.silent) throw new NoReply()
    const answerId = idOf(`${own} ${asked.id}`)
    const made = { asked, persona, readyAt: now() + (persona.readyMs ?? 0), toldAt: 0 }
    answers.set(answerId, made)
    if (persona.readyMs === undefined) return answer(answerId, made)
    const envelope = { bureau: own, questionId: asked.id, day: asked.day, answerId }
    return reply(202, receiptXml(envelope, persona.readyMs))
  }

  async function fetchAnswer(id: string): Promise<StandInReply> {
    const made = answers.get(id)
    if (!made || now() > made.readyAt + kept) return refuse(16)
    if (now() < made.readyAt || now() - made.toldAt < 1000) {
      counts.haste += 1
      made.toldAt = now()
      return refuse(12, 'Ответ не готов')
    }
    return answer(id, made)
  }

  function forget(): void {
    for (const [id, { readyAt }] of answers) if (now() > readyAt + kept) answers.delete(id)
    const since = new Date(now() - day).toISOString().slice(0, 10)
    for (const [id, on] of used) if (on < since) used.delete(id)
    if (firstAsked.size > 10_000) firstAsked.clear()
  }

  return {
    counts,
    async handle(call: StandInCall): Promise<StandInReply> {
      forget()
      const right = call.path === '/dlanswer' ? 'GET' : 'POST'
      const made =
        call.path !== '/dlanswer' && call.path !== '/dlrequest'
          ? { status: 404, body: new Uint8Array() }
          : call.method !== right
            ? await refuse(1)
            : call.path === '/dlrequest'
              ? await take(call.body)
              : call.id
                ? await fetchAnswer(call.id)
                : await refuse(3, 'id')
      return (await twists.reply?.(made, call)) ?? made
    },
  }
}

export type StandIn = ReturnType<typeof standInBureau>

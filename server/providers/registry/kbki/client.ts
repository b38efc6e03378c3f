import { type Outbound, OutboundError } from '#server/platform/outbound.ts'
import { reactionTo } from '../errors.ts'
import {
  type Registry,
  type RegistryEvidence,
  type RegistryLine,
  type RegistryQuestion,
  type RegistryReply,
  RegistryUnknown,
} from '../port.ts'
import type { Expected } from '../reading/answer.ts'
import { SignatureBad, type Signer } from '../signer.ts'
import { largestAnswer, type Reader } from './reader.ts'
import { type Asker, writeQuestion } from './writing.ts'

/** A bureau as it is reached: through a tunnel on this machine that holds the TLS key. */
export interface KbkiLine extends RegistryLine {
  readonly url: string
  /** The bureau's own host and port, which the tunnel does not tell it. */
  readonly host: string
  /** Files of its signing certificates: two while they change. */
  readonly pins: readonly string[]
}

interface Parts {
  readonly lines: readonly KbkiLine[]
  readonly asker: Asker
  readonly signer: Signer
  readonly read: Reader
  readonly outbound: Outbound
}

const largestQuestion = 64 * 1024

/** What a status without a signed body means: a wrong path and a refused certificate are matters of our configuration. */
function unsigned(status: number): RegistryUnknown | null {
  if (status === 200 || status === 202 || status === 400) return null
  return new RegistryUnknown(`status ${status}`, status === 404 || status === 495 ? 'setup' : 'again')
}

/** Why nothing came: never what was sent or said. */
const lost = (error: unknown) =>
  new RegistryUnknown(error instanceof OutboundError ? error.code : 'the call failed', 'again')

/** The client of format 3.0. It waits for nothing: a receipt is an answer of its own. */
export function kbkiRegistry({ lines, asker, signer, read, outbound }: Parts): Registry {
  const lineOf = (bureau: string) => {
    const line = lines.find(({ ogrn }) => ogrn === bureau)
    if (!line) throw new RangeError(`no bureau ${bureau} is configured`)
    return line
  }

  async function call(line: KbkiLine, path: string, body?: Uint8Array) {
    try {
      return await outbound({
        url: `${line.url}${path}`,
        method: body ? 'POST' : 'GET',
        headers: { host: line.host, accept: '*/*', ...(body && { 'content-type': 'application/octet-stream' }) },
        ...(body && { body: Buffer.from(body) }),
        largest: largestAnswer,
      })
    } catch (error) {
      throw lost(error)
    }
  }

  /** The reply's content, once its signature holds; else it is kept as evidence and is no answer. */
  async function opened(line: KbkiLine, raw: Buffer): Promise<{ content: Uint8Array } & RegistryEvidence> {
    if (raw.length === 0) throw new RegistryUnknown('an empty body')
    try {
      const { content, signedBy } = await signer.open(raw, line.pins)
      return { content, raw, signedBy }
    } catch (error) {
      if (error instanceof SignatureBad) throw new RegistryUnknown('the signature does not hold', 'again', raw)
      throw error
    }
  }

  async function understood(
    line: KbkiLine,
    { status, bytes }: { status: number; bytes: Buffer },
    question: RegistryQuestion,
    ticket: string | null,
  ): Promise<RegistryReply> {
    const fault = unsigned(status)
    if (fault) throw fault
    const { content, raw, signedBy } = await opened(line, bytes)
    const expected: Expected = {
      bureau: line.ogrn,
      questionId: question.id,
      day: question.day,
      kind: question.kind,
      person: question.person,
    }
    const said = await read(content, expected)
    const evidence = { raw, signedBy }
    if (said.is === 'error') return { state: 'refused', code: said.code, text: said.text, ...evidence }
    if (said.is === 'broken' || said.is === 'foreign')
      throw new RegistryUnknown(`${said.is}: ${said.why}`, 'again', raw)
    if (said.is === 'answer') {
      if (status !== 200) throw new RegistryUnknown(`an answer with status ${status}`, 'again', raw)
      if (ticket !== null && said.answerId !== ticket) throw new RegistryUnknown('foreign: answer', 'again', raw)
      return { state: 'answered', answerId: said.answerId, parts: said.parts, ...evidence }
    }
    if (status !== 202) throw new RegistryUnknown(`a receipt with status ${status}`, 'again', raw)
    const own = { bureau: line.ogrn, answerId: said.answerId, questionId: question.id, day: question.day }
    return { state: 'waiting', ticket: own, waitMs: said.waitMs, ...evidence }
  }

  return {
    name: 'kbki',
    lines: lines.map(({ ogrn, name, window }) => ({ ogrn, name, window })),
    reactionTo,
    digest: (content) => signer.digest(content),

    prepare(question) {
      lineOf(question.bureau)
      const xml = writeQuestion(question, asker)
      if (xml.length > largestQuestion) throw new RangeError('the question is over 64 KiB')
      return { xml }
    },

    async ask(question, { xml }) {
      const line = lineOf(question.bureau)
      // Signed just before it goes: the time of signing is inside.
      const reply = await call(line, '/dlrequest', await signer.sign(xml))
      return understood(line, reply, question, null)
    },

    async fetch(ticket, question) {
      const line = lineOf(ticket.bureau)
      const reply = await call(line, `/dlanswer?id=${encodeURIComponent(ticket.answerId)}`)
      return understood(line, reply, question, ticket.answerId)
    },
  }
}

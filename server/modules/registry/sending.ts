import { createHash } from 'node:crypto'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import {
  type Reaction,
  type Registry,
  type RegistryQuestion,
  type RegistryReply,
  RegistryUnknown,
} from '#server/providers/registry/port.ts'
import type { Requests, StoredRequest } from '../requests/index.ts'
import { fetchPause, keptForMs } from './pauses.ts'
import {
  claimQuestion,
  type KnownQuestion,
  overdueQuestions,
  type QuestionRow,
  settledAs,
  updateQuestion,
} from './store.ts'

export const workJob = 'bureau.question'
export const keptPlace = (id: string, column: 'request_xml' | 'answer' | 'parts' | 'error_text') => ({
  table: 'bureau_question',
  id,
  column,
})

/** A question as it is kept: what was meant, and the bytes that go out. */
export interface KeptQuestion {
  readonly question: RegistryQuestion
  readonly xml: string
}

interface Parts {
  readonly platform: Platform
  readonly registry: Registry
  readonly requests: Requests
  /** An answer has come, or none will: whoever waits looks again. */
  readonly settled: (tx: Tx, requestId: string) => Promise<void>
  readonly refused: (labels: Record<string, string>) => void
}

/** Longer than a call and the reading of its answer may take. */
const busyMs = 60_000
const actor = { kind: 'system', id: 'bureau' } as const

type Outcome =
  | { readonly is: 'reply'; readonly reply: RegistryReply }
  | { readonly is: 'nothing'; readonly why: string; readonly reaction: Reaction; readonly raw: Uint8Array | null }

/** Sends each question at most once, fetches what it was promised, and keeps what comes. */
export function createSending({ platform, registry, requests, settled, refused }: Parts) {
  const { clock, jobs, log } = platform
  const seconds = (ms: number) => new Date(clock.now().getTime() + ms)

  async function heard(work: Promise<RegistryReply>): Promise<Outcome> {
    try {
      return { is: 'reply', reply: await work }
    } catch (error) {
      if (error instanceof RegistryUnknown)
        return { is: 'nothing', why: error.why, reaction: error.reaction, raw: error.raw }
      log.error({ err: error }, 'a question to a credit bureau could not be sent')
      return { is: 'nothing', why: 'not sent', reaction: 'again', raw: null }
    }
  }

  /** What is kept of bytes that came, sealed. */
  function evidence(
    request: StoredRequest,
    id: string,
    raw: Uint8Array | null,
    signedBy: string | null,
  ): Partial<QuestionRow> {
    if (!raw) return {}
    const base64 = Buffer.from(raw).toString('base64')
    const sealed = request.sealing.seal(base64, keptPlace(id, 'answer'))
    return { answer: sealed, answer_sha256: createHash('sha256').update(raw).digest('hex'), signed_by: signedBy }
  }

  /** A receipt: when its answer is asked for, and until when. */
  async function wait(tx: Tx, row: KnownQuestion, answerId: string, ms: number): Promise<void> {
    const not_before = seconds(ms)
    const change = { answer_id: answerId, fetches: row.fetches + 1, busy_until: null, not_before }
    await updateQuestion(tx.db, row.id, { state: 'waiting', ...change })
    tx.journal({
      event: 'bureau.waiting',
      actor,
      subject: { kind: 'request', id: row.request_id },
      data: { question: row.id, bureau: row.bureau },
    })
    await tx.send(workJob, { question: row.id }, { startAfter: not_before })
  }

  async function lose(tx: Tx, row: KnownQuestion): Promise<void> {
    await updateQuestion(tx.db, row.id, { state: 'lost', settled_at: clock.now(), busy_until: null, cause: 'over' })
    tx.journal({
      event: 'bureau.lost',
      actor,
      subject: { kind: 'request', id: row.request_id },
      data: { question: row.id, bureau: row.bureau },
    })
  }

  async function answered(
    tx: Tx,
    request: StoredRequest,
    row: KnownQuestion,
    reply: RegistryReply & { state: 'answered' },
  ): Promise<void> {
    const { parts, answerId, raw, signedBy } = reply
    await updateQuestion(tx.db, row.id, {
      state: 'answered',
      answer_id: answerId,
      settled_at: clock.now(),
      busy_until: null,
      parts: request.sealing.seal(parts, keptPlace(row.id, 'parts')),
      ...evidence(request, row.id, raw, signedBy),
    })
    const failed = parts.flatMap(({ bureau, outcome }) => (typeof outcome === 'object' ? [bureau] : []))
    const lines = parts.reduce((sum, part) => sum + ('items' in part.contracts ? part.contracts.items.length : 0), 0)
    const remarks = [...new Set(parts.flatMap((part) => part.remarks))]
    const sha256 = createHash('sha256').update(raw).digest('hex')
    const subject = { kind: 'request', id: row.request_id } as const
    tx.journal({
      event: 'bureau.answered',
      actor,
      subject,
      data: { question: row.id, bureau: row.bureau, sha256, bureaus: parts.length, contracts: lines, remarks },
    })
    if (failed.length > 0)
      tx.journal({ event: 'bureau.incomplete', actor, subject, data: { question: row.id, bureaus: failed } })
    if (remarks.includes('groupUnknown') || remarks.includes('banUnclear'))
      log.error(
        { question: row.id, bureau: row.bureau, remarks },
        'a credit bureau says what this program does not know',
      )
  }

  async function turnedDown(
    tx: Tx,
    request: StoredRequest,
    row: KnownQuestion,
    how: {
      code: number | null
      cause: string
      reaction: Reaction
      text?: string
      raw: Uint8Array | null
      signedBy: string | null
    },
  ): Promise<void> {
    const { code, cause, reaction, text, raw, signedBy } = how
    await updateQuestion(tx.db, row.id, {
      state: code === null ? 'unknown' : 'refused',
      settled_at: clock.now(),
      busy_until: null,
      code,
      cause,
      reaction,
      ...(text && { error_text: request.sealing.seal(text, keptPlace(row.id, 'error_text')) }),
      ...evidence(request, row.id, raw, signedBy),
    })
    tx.journal({
      event: code === null ? 'bureau.unread' : 'bureau.refused',
      actor,
      subject: { kind: 'request', id: row.request_id },
      data: { question: row.id, bureau: row.bureau, code, cause, reaction },
    })
    const told = { bureau: row.bureau, code: code === null ? 'none' : String(code) }
    tx.afterCommit(() => {
      refused(told)
      if (cause.startsWith('foreign'))
        log.error({ question: row.id, ...told, cause }, 'a credit bureau answered another question')
      if (reaction === 'setup' || reaction === 'ours' || reaction === 'person')
        log.error({ question: row.id, ...told, cause, reaction }, 'a credit bureau refuses: somebody has to act')
    })
  }

  /** Another try at a receipt's answer, not before it is promised, or none any more. */
  async function fetchLater(tx: Tx, row: KnownQuestion, promisedMs = 0): Promise<void> {
    const since = clock.now().getTime() - row.made_at.getTime()
    if (since > keptForMs || !row.answer_id) return lose(tx, row)
    const not_before = seconds(Math.max(fetchPause(row.fetches, since), Math.min(promisedMs, keptForMs - since)))
    await updateQuestion(tx.db, row.id, { fetches: row.fetches + 1, busy_until: null, not_before })
    await tx.send(workJob, { question: row.id }, { startAfter: not_before })
  }

  const settle = (row: KnownQuestion, outcome: Outcome, was: 'prepared' | 'waiting', wake: boolean) =>
    platform.transact(async (tx) => {
      if (wake) await settled(tx, row.request_id)
      const request = await requests.lock(tx, row.request_id)
      // Whose lease ran out comes last: an answer still counts, nothing else undoes what was kept meanwhile.
      const came = outcome.is === 'reply' && outcome.reply.state === 'answered'
      const state = await settledAs(tx.db, row.id)
      if (state && (state !== 'unknown' || !came)) return
      if (outcome.is === 'nothing') {
        const { why, reaction, raw } = outcome
        // A receipt is as good as it was when a call for its answer fails.
        if (was === 'waiting' && !raw) return fetchLater(tx, row)
        return turnedDown(tx, request, row, { code: null, cause: why, reaction, raw, signedBy: null })
      }
      const { reply } = outcome
      if (reply.state === 'answered') return answered(tx, request, row, reply)
      // One receipt is all a question gets: a bureau that gives out another each time would be asked for ever.
      if (reply.state === 'waiting' && was === 'waiting') return fetchLater(tx, row, reply.waitMs)
      if (reply.state === 'waiting')
        return wait(tx, row, reply.ticket.answerId, Math.min(Math.max(1000, reply.waitMs), keptForMs))
      const { code, text, raw, signedBy } = reply
      if (was === 'waiting' && code === 12) return fetchLater(tx, row)
      const how = { code, cause: `error ${code}`, reaction: registry.reactionTo(code), text, raw, signedBy }
      return turnedDown(tx, request, row, how)
    })

  /** One turn of one question. Safe to run any number of times, by any number of servers: it is sent once. */
  async function work(id: string, wake = true): Promise<void> {
    const lease = { now: clock.now(), until: seconds(busyMs) }
    const fresh = await claimQuestion(platform.db, id, 'prepared', lease)
    const row = fresh ?? (await claimQuestion(platform.db, id, 'waiting', lease))
    if (!row) return abandoned(id, lease)
    const sealing = await platform.clientKeys.of(platform.db, row.client_id)
    const { question, xml } = sealing.unseal<KeptQuestion>(row.request_xml, keptPlace(id, 'request_xml'))
    const call = fresh
      ? registry.ask(question, { xml: Buffer.from(xml, 'base64') })
      : registry.fetch({ bureau: row.bureau, answerId: row.answer_id ?? '', questionId: id, day: row.day }, question)
    await settle(row, await heard(call), fresh ? 'prepared' : 'waiting', wake)
  }

  /** A server died between sending a question and keeping what came: its outcome is unknown, and it is asked anew with a new id. */
  async function abandoned(id: string, lease: { now: Date; until: Date }): Promise<void> {
    const row = await claimQuestion(platform.db, id, 'unknown', lease)
    if (!row || row.settled_at) return
    await settle(row, { is: 'nothing', why: 'died', reaction: 'again', raw: null }, 'prepared', true)
  }

  jobs.define<{ question: string }>(workJob, ({ question }) => work(question))
  jobs.every('bureau.questions', 60_000, async () => {
    for (const question of await overdueQuestions(platform.db, seconds(-busyMs))) await jobs.send(workJob, { question })
  })

  return { work }
}

import { createHash } from 'node:crypto'
import type { IsoDate } from '#contract/dates.ts'
import { durationMs } from '#contract/durations.ts'
import type { Lender } from '#contract/lender.ts'
import { ruleOn } from '#contract/rules.ts'
import { dateInZone } from '#contract/zones.ts'
import { canonicalJson } from '#server/platform/canonical.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type {
  InnSource,
  Registry,
  RegistryLine,
  RegistryPart,
  RegistryQuestion,
} from '#server/providers/registry/port.ts'
import type { Consents } from '../auth/index.ts'
import type { Notify } from '../messages/index.ts'
import type { Requests, StoredRequest } from '../requests/index.ts'
import { givenBy, type Next, nextQuestion } from './asking.ts'
import { type RegistryFacts, registryFacts } from './facts.ts'
import { firstLines, linesFor } from './lines.ts'
import { createSending, type KeptQuestion, keptPlace } from './sending.ts'
import {
  forgetRaw,
  insertQuestion,
  type KnownQuestion,
  markTold,
  questionsOf,
  setupFaultSince,
  waitingRequests,
} from './store.ts'
import { bureauZone, type GivenConsent, subjectOf } from './subject.ts'

const hour = 3_600_000

export interface RegistryParts {
  readonly platform: Platform
  readonly requests: Requests
  readonly registry: Registry
  readonly inn: InnSource | null
  readonly lender: Lender
  readonly consents: Pick<Consents, 'standingText'>
  readonly notify: Notify
}

/** For what the facts are wanted: a dear loan asks for contracts of this day. */
export interface Wanted {
  readonly for: 'decision' | 'signing' | 'payout'
  readonly dear: boolean
}

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** What the qualified credit bureaus know of a person: asked for, waited for, kept sealed with its hash, and made into facts. */
export function createRegistry(parts: RegistryParts) {
  const { platform, requests, registry, inn, lender } = parts
  const { clock, jobs, log, metrics } = platform
  const today = (): IsoDate => dateInZone(clock.now(), bureauZone)
  const refused = metrics.counter('bureau_refused_total', 'Questions to credit bureaus that brought no answer, by code')
  /** Something came: whoever waits for it looks again. */
  const settled = (tx: Tx, requestId: string) => tx.send('decide', { requestId })
  const sending = createSending({ platform, registry, requests, settled, refused })

  /** The consent given with this request, as long as it stands. */
  async function consentTo(request: StoredRequest): Promise<GivenConsent | null> {
    if (!requests.facts(request).consents?.includes('bureau')) return null
    return parts.consents.standingText(request.client_id, 'bureau', request.sent_at ?? request.created_at)
  }

  async function keep(
    request: StoredRequest,
    question: RegistryQuestion,
    hash: string,
    seen: readonly KnownQuestion[],
  ): Promise<boolean> {
    const { xml } = registry.prepare(question)
    const kept: KeptQuestion = { question, xml: Buffer.from(xml).toString('base64') }
    const { id, bureau, kind, day } = question
    const first = await platform.transact(async (tx) => {
      // Two who look at once: the second sees the first one's question.
      await requests.lock(tx, request.id, request.client_id)
      const there = await questionsOf(tx.db, request.id)
      if (there.some((row) => row.bureau === bureau && !seen.some(({ id: known }) => known === row.id))) return false
      await insertQuestion(tx.db, {
        id,
        request_id: request.id,
        client_id: request.client_id,
        bureau,
        by_window: question.window,
        kind,
        day,
        state: 'prepared',
        made_at: clock.now(),
        subject_hash: hash,
        request_sha256: sha256(xml),
        request_xml: request.sealing.seal(kept, keptPlace(id, 'request_xml')),
        ...unsettled,
      })
      tx.journal({
        event: 'bureau.asked',
        actor: { kind: 'system', id: 'bureau' },
        subject: { kind: 'request', id: request.id },
        data: { question: id, bureau, kind, sha256: sha256(xml), consent: question.consent?.digest ?? null },
      })
      return true
    })
    if (first) await sending.work(id, false)
    return first
  }

  /** Answers whose contracts count for a loan of today. */
  function counting(rows: readonly KnownQuestion[], dear: boolean): readonly KnownQuestion[] {
    const day = today()
    const goodFor = ruleOn(lender.rules, 'bureauFactsGoodFor', day)
    const since = dateInZone(new Date(clock.now().getTime() - (goodFor ? durationMs(goodFor) : 0)), bureauZone)
    return rows.filter(
      (row) => row.kind === '7' && row.state === 'answered' && (dear ? row.day === day : row.day >= since),
    )
  }

  const partsOf = (request: StoredRequest, row: KnownQuestion) =>
    row.parts ? request.sealing.unseal<readonly RegistryPart[]>(row.parts, keptPlace(row.id, 'parts')) : []

  function factsOf(request: StoredRequest, rows: readonly KnownQuestion[], dear: boolean): RegistryFacts {
    const day = today()
    const ofToday = rows.filter((row) => row.state === 'answered' && row.day === day)
    return registryFacts({
      day,
      now: clock.now(),
      required: requiredOn(day),
      parts: counting(rows, dear).flatMap((row) => partsOf(request, row)),
      today: ofToday.flatMap((row) => partsOf(request, row)),
      own: new Set(),
      lagDays: ruleOn(lender.rules, 'bureauLagDays', day) ?? 0,
    })
  }

  const requiredOn = (day: IsoDate): readonly string[] =>
    ruleOn(lender.rules, 'qualifiedBureaus', day) ?? registry.lines.map(({ ogrn }) => ogrn)

  /** One round: asks whom there is to ask now. Answers whether anybody was, and when the next round is worth it; null: when something comes by itself. */
  async function round(request: StoredRequest, rows: readonly KnownQuestion[], dear: boolean): Promise<Round> {
    const day = today()
    const required = requiredOn(day)
    const subject = await subjectOf({ registry, inn }, requests.facts(request), await consentTo(request))
    const said = canonicalJson({ ...subject, consent: { ...subject.consent, givenOn: '' } })
    // With a key: whoever has the rows and a list of people could find out whose they are by a bare hash.
    const subjectHash = platform.sealing.index('bureau.subject', said).toString('hex')
    const facts = factsOf(request, rows, dear)
    const contracts = facts.missing.length > 0 && needsContracts(request, rows, required, dear)
    const fresh = rows.filter(
      (row) => row.day === day && (!contracts || row.kind === '7') && row.subject_hash === subjectHash,
    )
    const given = givenBy(fresh.flatMap((row) => partsOf(request, row)))
    const unanswered = required.filter((bureau) => !given.has(bureau))
    const whom =
      fresh.length === 0
        ? firstLines(registry.lines, required).map((line) => ({ line, window: line.window }))
        : linesFor(registry.lines, unanswered)
    const dues: Date[] = []
    let asked = false
    await Promise.all(
      whom.map(async ({ line, window }) => {
        const next = await nextOf(rows, line, { request, required, subjectHash, contracts })
        if (next.do === 'wait') dues.push(next.until)
        if (next.do !== 'ask') return
        const kind = contracts || !subject.person.innChecked ? '7' : '6'
        const { consent, ...rest } = subject
        const sent = await keep(
          request,
          { id: newQuestionId(), day, bureau: line.ogrn, window, kind, ...rest, ...(kind === '7' && { consent }) },
          subjectHash,
          rows,
        )
        if (sent) asked = true
      }),
    )
    return { asked, due: dues.sort((a, b) => a.getTime() - b.getTime())[0] ?? null }
  }

  /** Asks until there is nobody to be asked now: what may be asked again at once is. */
  async function rounds(request: StoredRequest, dear: boolean): Promise<Date | null> {
    for (let turn = 1; ; turn += 1) {
      const { asked, due } = await round(request, await questionsOf(platform.db, request.id), dear)
      if (!asked || turn === mostRounds) return due
    }
  }

  /** Whether contracts have to be asked for, not the ban alone. */
  function needsContracts(
    request: StoredRequest,
    rows: readonly KnownQuestion[],
    required: readonly string[],
    dear: boolean,
  ) {
    const given = givenBy(counting(rows, dear).flatMap((row) => partsOf(request, row)))
    return required.some((bureau) => !given.has(bureau))
  }

  interface Looking {
    readonly request: StoredRequest
    readonly required: readonly string[]
    readonly subjectHash: string
    readonly contracts: boolean
  }

  async function nextOf(rows: readonly KnownQuestion[], line: RegistryLine, looking: Looking): Promise<Next> {
    const own = rows.filter(({ bureau, kind }) => bureau === line.ogrn && (!looking.contracts || kind === '7'))
    const wanted = line.window ? looking.required : [line.ogrn]
    const all = (row: KnownQuestion) => {
      const given = givenBy(partsOf(looking.request, row))
      return wanted.every((bureau) => given.has(bureau))
    }
    const next = nextQuestion(own, all, { now: clock.now(), day: today(), subjectHash: looking.subjectHash })
    if (next.do === 'never' || (next.do === 'wait' && next.until > clock.now())) return next
    const fault = await setupFaultSince(platform.db, line.ogrn, new Date(clock.now().getTime() - hour))
    // One refused configuration is every request's: nobody else finds it out again.
    return fault ? { do: 'wait', until: new Date(fault.getTime() + hour) } : { do: 'ask' }
  }

  /** Tells a borrower who has waited a day for the bureaus, once. */
  async function tellWhoWaits(request: StoredRequest, rows: readonly KnownQuestion[]): Promise<void> {
    const first = rows[0]
    if (!first || clock.now().getTime() - first.made_at.getTime() < 24 * hour) return
    if (first.told) return
    await platform.transact(async (tx) => {
      const to = { clientId: request.client_id, requestId: request.id }
      if (await markTold(tx.db, first.id)) await parts.notify(tx, to, 'bureausAwaited')
    })
  }

  /**
   * What the bureaus say of the owner of a request, asked for where it is not known or too old. Null: not yet; a ban that is found meanwhile is an answer, others
   * missing. Waits for no bureau longer than for its first reply.
   */
  async function known(request: StoredRequest, { dear, for: purpose }: Wanted): Promise<RegistryFacts | null> {
    const contractsOfToday = dear || purpose === 'decision'
    let rows = await questionsOf(platform.db, request.id)
    let facts = factsOf(request, rows, contractsOfToday)
    if (!facts.complete && facts.ban !== 'binding') {
      const due = await rounds(request, contractsOfToday).catch((error: unknown) => unsendable(request, error))
      rows = await questionsOf(platform.db, request.id)
      facts = factsOf(request, rows, contractsOfToday)
      if (!facts.complete && facts.ban !== 'binding') {
        if (due && purpose === 'decision')
          await platform.transact((tx) =>
            tx.send('decide', { requestId: request.id }, { startAfter: due, onlyOne: request.id }),
          )
        await tellWhoWaits(request, rows)
        return null
      }
    }
    const used = rows.filter(({ state }) => state === 'answered').map(({ id }) => id)
    await platform.transact(async (tx) =>
      tx.journal({
        event: 'bureau.used',
        actor: { kind: 'system', id: 'bureau' },
        subject: { kind: 'request', id: request.id },
        data: { for: purpose, questions: used, complete: facts.complete },
      }),
    )
    return facts
  }

  /** What no bureau would take is for a person to look at; where signer or tax service are away, a minute later will do. The request waits. */
  async function unsendable(request: StoredRequest, error: unknown): Promise<Date | null> {
    const ours = error instanceof RangeError
    const reason = error instanceof Error ? error.message : String(error)
    log.error({ request: request.id, reason }, 'a question to the credit bureaus cannot be made')
    refused({ bureau: 'ours', code: ours ? 'unsendable' : 'away' })
    return ours ? null : new Date(clock.now().getTime() + 60_000)
  }

  jobs.every('bureau', 15 * 60_000, async () => {
    for (const requestId of await waitingRequests(platform.db))
      await jobs.send('decide', { requestId }, { onlyOne: requestId })
  })
  jobs.every('bureau.raw', 24 * hour, async () => {
    await forgetRaw(platform.db, new Date(clock.now().getTime() - 180 * 24 * hour))
  })

  return { known }
}

export type KnownRegistry = ReturnType<typeof createRegistry>

interface Round {
  readonly asked: boolean
  readonly due: Date | null
}

const mostRounds = 3
const unsettled = {
  answer_id: null,
  fetches: 0,
  busy_until: null,
  not_before: null,
  told: false,
  settled_at: null,
  reaction: null,
  code: null,
  cause: null,
  answer_sha256: null,
  signed_by: null,
  answer: null,
  parts: null,
  error_text: null,
} as const

/** Bureaus want a UUID; ours sort by time. */
const newQuestionId = newId

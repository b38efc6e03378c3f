import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { readEnvelope } from './envelope.ts'
import { createErrors } from './errors.ts'
import { createForward } from './forward.ts'
import {
  eventCounts,
  eventReasons,
  type Period,
  payoutDays,
  reviewerCounts,
  sentBackFor,
  stepCounts,
  stepMedians,
  waits,
} from './numbers-store.ts'
import { countFunnel, deleteReports, type FunnelCount, listErrors } from './store.ts'
import { readViolation } from './violation.ts'
import { outcomeWords } from './words.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const medianOver = 30 * day
const medianLives = 10 * minute
/** Walks of a step before their median says more than the step's own estimate. */
const fewestWalks = 20
interface FunnelEvent {
  readonly step: number
  readonly what: 'opened' | 'accepted' | 'left'
}

interface Parts {
  readonly platform: Platform
  /** Numbers of the steps there are. */
  readonly steps: ReadonlySet<number>
  /** Milliseconds that reports and counts are kept. */
  readonly kept: number
}

/** Error reports of the browser apps, and how people walk through the steps; neither holds an answer of anybody. */
export function createReports({ platform, steps, kept }: Parts) {
  const { db, clock, jobs } = platform
  const keep = createErrors(platform)
  const forward = createForward(platform)
  let known: { at: number; minutes: ReadonlyMap<number, number> } | undefined

  const since = (ms: number) => new Date(clock.now().getTime() - ms)
  const last = (ms: number): Period => ({ from: since(ms), until: new Date(clock.now().getTime() + 1) })

  jobs.every('reports.old', day, () => deleteReports(db, since(kept)))

  return {
    /** Keeps the error events of an envelope and hands them on where there is an error service. */
    async errors(envelope: string): Promise<void> {
      const events = readEnvelope(envelope)
      await keep(events.map(({ report }) => report))
      void forward(events.map((event) => event.forwarded))
    },

    /** Keeps a browser's report of something the page's policy stopped, among the errors. */
    violation: (report: string) => keep(readViolation(report)),

    /** Most recent first. */
    listErrors: (after: { at: Date; id: string } | null, limit: number) => listErrors(db, after, limit),

    /** Counts what browsers say was opened and left: nobody need be signed in, so nothing is computed from it but those two columns. */
    async funnel(events: readonly FunnelEvent[]): Promise<void> {
      const counts = new Map<string, FunnelCount>()
      for (const { step, what } of events) {
        if (what === 'accepted' || !steps.has(step)) continue
        const before = counts.get(`${step} ${what}`)?.count ?? 0
        counts.set(`${step} ${what}`, { step, what, count: before + 1 })
      }
      const now = clock.now().getTime()
      await countFunnel(db, new Date(now - (now % hour)), [...counts.values()])
    },

    /** Median minutes a step from real walks of the last 30 days; a step with under 20 walks is left out. Inside a transaction, give its `tx`. */
    async medians(tx?: Pick<Tx, 'db'>): Promise<ReadonlyMap<number, number>> {
      const now = clock.now().getTime()
      if (!known || now - known.at > medianLives || now < known.at) {
        const rows = await stepMedians(tx?.db ?? db, last(medianOver), fewestWalks)
        known = { at: now, minutes: new Map(rows.map(({ step, seconds }) => [step, seconds / 60])) }
      }
      return known.minutes
    },

    /** A period in numbers, from the funnel, the journal and the payouts. Reviewers and reasons by their codes. */
    async numbers(period: Period, zone: string) {
      const medians = new Map((await stepMedians(db, period, fewestWalks)).map(({ step, seconds }) => [step, seconds]))
      const steps = await stepCounts(db, period)
      return {
        funnel: steps.map((row) => ({ ...row, medianSeconds: medians.get(row.step) ?? null })),
        waits: await waits(db, period),
        outcomes: await eventCounts(db, Object.keys(outcomeWords), period),
        reviewers: await reviewerCounts(db, period),
        returnReasons: await sentBackFor(db, period),
        refusalReasons: await eventReasons(db, 'request.refuse', period),
        decisionReasons: await eventReasons(db, 'request.decideReject', period),
        payouts: await payoutDays(db, period, zone),
      }
    },
  }
}

export type Numbers = Awaited<ReturnType<Reports['numbers']>>
export type Reports = ReturnType<typeof createReports>

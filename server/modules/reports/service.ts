import { createHash } from 'node:crypto'
import type { Platform } from '#server/platform/platform.ts'
import { type ErrorReport, readEnvelope } from './envelope.ts'
import {
  eventCounts,
  eventReasons,
  type Period,
  payoutDays,
  reviewerCounts,
  stepCounts,
  stepMedians,
  waits,
} from './numbers-store.ts'
import { countError, deleteReports, insertFunnel, listErrors } from './store.ts'
import { readViolation } from './violation.ts'
import { outcomeWords } from './words.ts'

const minute = 60_000
const day = 24 * 60 * minute
const kept = 90 * day
const medianOver = 30 * day
const medianLives = 10 * minute
/** Walks of a step before their median says more than the step's own estimate. */
const fewestWalks = 20
/** Longer than this somebody went for lunch. */
const longestSeconds = 1800

const errorLimit = { limit: 30, window: minute }
const funnelLimit = { limit: 60, window: minute }

interface FunnelEvent {
  readonly request?: string | undefined
  readonly step: number
  readonly what: 'opened' | 'accepted' | 'left'
  readonly seconds?: number | undefined
}

/** Error reports of the browser apps, and how people walk through the steps; neither holds an answer of anybody. */
export function createReports({ platform }: { readonly platform: Platform }) {
  const { db, clock, rate, jobs } = platform
  let known: { at: number; minutes: ReadonlyMap<number, number> } | undefined

  const since = (ms: number) => new Date(clock.now().getTime() - ms)
  const last = (ms: number): Period => ({ from: since(ms), until: new Date(clock.now().getTime() + 1) })

  async function keep(reports: readonly ErrorReport[]): Promise<void> {
    for (const { message, place = null, release = null, breadcrumbs } of reports) {
      const id = createHash('sha256').update(`${message}\n${place}`).digest('hex').slice(0, 32)
      await countError(db, { id, message, place, release, breadcrumbs, last_at: clock.now() })
    }
  }

  jobs.every('reports.old', day, () => deleteReports(db, since(kept)))

  return {
    /** Keeps the error events of an envelope. Throws `too_often` past 30 a minute from one address. */
    async errors(envelope: string, ip: string): Promise<void> {
      await rate.within('reports.errors', ip, errorLimit)
      await keep(readEnvelope(envelope))
    },

    /** Keeps a browser's report of something the page's policy stopped, among the errors. */
    async violation(report: string, ip: string): Promise<void> {
      await rate.within('reports.errors', ip, errorLimit)
      await keep(readViolation(report))
    },

    /** Most recent first. */
    listErrors: (after: { at: Date; id: string } | null, limit: number) => listErrors(db, after, limit),

    async funnel(events: readonly FunnelEvent[], ip: string): Promise<void> {
      await rate.within('reports.funnel', ip, funnelLimit)
      const at = clock.now()
      const rows = events
        .filter(({ step }) => Number.isInteger(step) && step > 0 && step < 100)
        .map(({ request, step, what, seconds }) => ({
          at,
          request_id: request ?? null,
          step,
          what,
          seconds: seconds !== undefined && seconds > 0 && seconds <= longestSeconds ? seconds : null,
        }))
      await insertFunnel(db, rows)
    },

    /** Median minutes a step from real walks of the last 30 days; a step with under 20 walks is left out. */
    async medians(): Promise<ReadonlyMap<number, number>> {
      const now = clock.now().getTime()
      if (!known || now - known.at > medianLives || now < known.at) {
        const rows = await stepMedians(db, last(medianOver), fewestWalks)
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
        returnReasons: await eventReasons(db, 'review.verdict', period),
        refusalReasons: await eventReasons(db, 'request.refuse', period),
        decisionReasons: await eventReasons(db, 'request.decideReject', period),
        payouts: await payoutDays(db, period, zone),
      }
    },
  }
}

export type Numbers = Awaited<ReturnType<Reports['numbers']>>
export type Reports = ReturnType<typeof createReports>

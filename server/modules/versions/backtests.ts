import { createHash } from 'node:crypto'
import type { Selection } from '#contract/calls/office/ruleTrials.ts'
import { addDays, type IsoDate } from '#contract/dates.ts'
import { instantInZone } from '#contract/zones.ts'
import { canonicalJson } from '#server/platform/canonical.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import {
  type BacktestRow,
  backtestsOf,
  type Changed,
  casesOf,
  insertBacktest,
  insertCases,
  isRunning,
  readBacktestRow,
  runAgain,
  whileRunning,
} from './backtest-store.ts'
import { type Drafts, openDraft, versionName } from './drafts.ts'
import type { Kinds, Span, Trial } from './kinds.ts'
import { kindOfDraft } from './store.ts'

interface Parts {
  readonly platform: Platform
  readonly zone: string
  readonly kinds: Kinds
  readonly drafts: Pick<Drafts, 'versionOfDraft'>
}

const pageSize = 500

/** A draft over what is past: from what was sealed then alone, whole or not at all, the same again to the last digit. */
export function createBacktests({ platform, zone, kinds, drafts }: Parts) {
  const { clock, db, jobs, log } = platform

  async function trialOf(draftId: string): Promise<Trial> {
    const kind = await kindOfDraft(db, draftId)
    const trial = kind && kinds[kind].trial
    if (!trial) throw fail('not_found')
    return trial
  }

  function spanOf({ kind, from, until }: Selection, askedAt: Date): Span {
    if (kind !== 'period' || !from || !until) return { from: null, until: askedAt }
    const end = instantInZone(addDays(until as IsoDate, 1), 0, zone)
    return { from: instantInZone(from as IsoDate, 0, zone), until: end < askedAt ? end : askedAt }
  }

  /** Runs all pages; null when it was stopped. The next page is read while this one is decided. */
  async function runAll(row: BacktestRow) {
    const trial = await trialOf(row.draft_id)
    const ids = await trial.ids(row.selection, spanOf(row.selection, row.asked_at))
    const comparison = trial.compare(row)
    const cases: Changed[] = []
    const page = (at: number) => trial.read(ids.slice(at, at + pageSize))
    let reading = page(0)
    for (let at = 0; at < ids.length; at += pageSize) {
      const known = await reading
      const deciding = trial.decide({ version: row.sha256, content: row.content }, known)
      reading = page(at + pageSize)
      // who waits for neither when one of them fails
      reading.catch(() => undefined)
      const made = await deciding
      for (const [place, { id, request, made: before }] of known.entries()) {
        const after = made[place]
        if (!after) comparison.addGone()
        else if (comparison.add({ before, after })) cases.push({ decision: id, request, before, after })
      }
      for (let lost = known.length; lost < Math.min(pageSize, ids.length - at); lost += 1) comparison.addGone()
      if (!(await whileRunning(db, row.id, { done: Math.min(at + pageSize, ids.length) }))) return null
    }
    await reading
    return { report: comparison.report(), cases, ids }
  }

  async function run(id: string): Promise<void> {
    const row = await readBacktestRow(db, id)
    if (row?.state !== 'running') return
    const began = performance.now()
    const made = await runAll(row)
    if (!made) return
    const { report, cases, ids } = made
    const hash = createHash('sha256')
      .update(canonicalJson({ rules: row.sha256, ids, report, cases }))
      .digest('hex')
    await platform.transact(async (tx) => {
      const ended = { state: 'done', done: ids.length, report, report_sha256: hash, ended_at: clock.now() } as const
      if (await whileRunning(tx.db, id, ended)) await insertCases(tx.db, id, cases)
    })
    log.info({ backtest: id, decisions: ids.length, ms: Math.round(performance.now() - began) }, 'a draft was tried')
  }

  const retries = 3
  jobs.define<{ backtest: string }>(
    'rules.backtest',
    async ({ backtest }, { attempt }) => {
      try {
        await run(backtest)
      } catch (error) {
        // who waits for it is told, and may begin another
        if (attempt > retries) await whileRunning(db, backtest, { state: 'failed', ended_at: clock.now() })
        throw error
      }
    },
    { concurrency: 1, retries, reopen: ({ backtest }) => runAgain(db, backtest) },
  )

  return {
    run,
    trialOf,
    read: (id: string) => readBacktestRow(db, id),
    of: (draftId: string) => backtestsOf(db, draftId),
    cases: (id: string, from: number, limit: number) => casesOf(db, id, from, limit),

    async start(tx: Tx, staffId: string, draftId: string, selection: Selection): Promise<{ id: string }> {
      const draft = await openDraft(tx, draftId)
      const { issues, trial } = kinds[draft.kind]
      if (!trial) throw fail('not_found')
      const wrong = issues(draft.rows)
      if (wrong.length > 0) throw fail('rules_unchecked', { issues: wrong })
      if (selection.kind === 'period' && (!selection.from || !selection.until || selection.from > selection.until))
        throw fail('bad_request', { issues: [{ field: 'selection.from', message: 'Первый день не позже последнего' }] })
      if (await isRunning(tx.db, draftId)) throw fail('rules_busy')
      const { sha256, content } = drafts.versionOfDraft(draft)
      const id = newId()
      await insertBacktest(tx.db, {
        id,
        draft_id: draftId,
        sha256,
        content,
        selection,
        asked_by: staffId,
        asked_at: clock.now(),
      })
      await tx.send('rules.backtest', { backtest: id })
      tx.journal({
        event: 'rules.backtest',
        actor: { kind: 'staff', id: staffId },
        subject: { kind: 'rules', id: draftId },
        data: { of: draft.kind, version: versionName(draft), sha256, backtest: id, ...selection },
      })
      return { id }
    },

    async stop(tx: Tx, staffId: string, id: string): Promise<void> {
      const row = await readBacktestRow(tx.db, id)
      if (!row) throw fail('not_found')
      if (!(await whileRunning(tx.db, id, { state: 'stopped', ended_at: clock.now() }))) throw fail('rules_over')
      tx.journal({
        event: 'rules.backtestStop',
        actor: { kind: 'staff', id: staffId },
        subject: { kind: 'rules', id: row.draft_id },
        data: { sha256: row.sha256, backtest: id },
      })
    },
  }
}

export type Backtests = ReturnType<typeof createBacktests>

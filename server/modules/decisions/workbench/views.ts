import type { Backtest, ChangedCase } from '#contract/calls/office/ruleTrials.ts'
import type { RuleBook, RuleDraft, RuleTurn } from '#contract/calls/office/workbench.ts'
import type { VersionKind } from '#contract/versions/kinds.ts'
import type { Clock } from '#server/platform/clock.ts'
import { fail } from '#server/platform/failure.ts'
import { type BacktestRow, versionName } from '../../versions/index.ts'
import type { Workbench } from './service.ts'

/** What the calls answer of versions, drafts and what they would change. */
export function createViews({ kinds, drafts, turns, backtests, shadows, staffNames }: Workbench, clock: Clock) {
  async function turnViews(
    kind: VersionKind,
    staffId: string,
    mayApprove: boolean,
    names: ReadonlyMap<string, string>,
  ) {
    const now = clock.now()
    const mine = new Set(
      (await drafts.list(kind)).filter(({ editors }) => editors.includes(staffId)).map(({ id }) => id),
    )
    return (await turns.list(kind)).map((row): RuleTurn => {
      const ahead = row.state === 'approved' && row.from_at > now
      return {
        id: row.id,
        version: row.version,
        sha256: row.sha256,
        ...(row.draft_id && { draft: row.draft_id }),
        reason: row.reason,
        from: row.from_at.toISOString(),
        state: row.state,
        askedBy: names.get(row.asked_by) ?? '',
        askedAt: row.asked_at.toISOString(),
        ...(row.decided_by && { decidedBy: names.get(row.decided_by) ?? '' }),
        mayDecide: mayApprove && row.state === 'asked' && row.asked_by !== staffId && !mine.has(row.draft_id ?? ''),
        ahead,
      }
    })
  }

  async function versionViews(kind: VersionKind): Promise<RuleBook['versions']> {
    const { files, rowsOf } = kinds[kind]
    const now = await drafts.inForce(kind)
    const known = new Map<string, { name: string; sha256: string; since: string; content: string }>()
    for (const { version, sha256, from, content } of files())
      known.set(sha256, { name: version, sha256, since: from, content })
    for (const turn of await turns.list(kind)) {
      if (turn.state !== 'approved' || turn.from_at > clock.now() || known.has(turn.sha256)) continue
      const { version: name, sha256, content } = turn
      known.set(sha256, { name, sha256, since: turn.from_at.toISOString(), content })
    }
    return [...known.values()]
      .map(({ content, ...rest }) => ({ ...rest, inForce: rest.sha256 === now.sha256, rows: rowsOf(content) ?? [] }))
      .sort((one, other) => Number(other.inForce) - Number(one.inForce) || (one.since < other.since ? 1 : -1))
  }

  function backtestView(row: BacktestRow, names: ReadonlyMap<string, string>, hash: string): Backtest {
    return {
      id: row.id,
      draft: row.draft_id,
      selection: row.selection,
      state: row.state,
      done: row.done,
      askedBy: names.get(row.asked_by) ?? '',
      askedAt: row.asked_at.toISOString(),
      current: row.sha256 === hash,
      ...(row.report && { report: row.report }),
      ...(row.report_sha256 && { sha256: row.report_sha256 }),
    }
  }

  async function shadowView(
    id: string,
    names: ReadonlyMap<string, string>,
    hash: string,
  ): Promise<RuleDraft['shadow']> {
    const run = await shadows.of(id)
    if (!run) return undefined
    return {
      id: run.id,
      until: run.until.toISOString(),
      startedBy: names.get(run.started_by) ?? '',
      startedAt: run.started_at.toISOString(),
      running: run.running,
      current: run.sha256 === hash,
      report: run.report,
    }
  }

  return {
    async book(kind: VersionKind, staffId: string, mayEdit: boolean, mayApprove: boolean): Promise<RuleBook> {
      const names = await staffNames()
      return {
        versions: await versionViews(kind),
        turns: await turnViews(kind, staffId, mayApprove, names),
        drafts: (await drafts.list(kind)).map((draft) => ({
          id: draft.id,
          name: versionName(draft),
          title: draft.title,
          changedBy: names.get(draft.changed_by) ?? '',
          changedAt: draft.changed_at.toISOString(),
        })),
        mayEdit,
      }
    },

    async draft(id: string, mayEdit: boolean): Promise<RuleDraft> {
      const draft = await drafts.read(id)
      if (!draft) throw fail('not_found')
      const { kind, rows } = draft
      const [names, now, hash] = [await staffNames(), await drafts.inForce(kind), drafts.hashOf(draft)]
      const shadow = await shadowView(id, names, hash)
      return {
        id,
        kind,
        name: versionName(draft),
        title: draft.title,
        revision: draft.revision,
        rows,
        inForce: { name: now.version, rows: kinds[kind].rowsOf(now.content) ?? [] },
        author: names.get(draft.author) ?? '',
        changedBy: names.get(draft.changed_by) ?? '',
        changedAt: draft.changed_at.toISOString(),
        ...(draft.findings && draft.findings_of === hash && { findings: draft.findings }),
        backtests: (await backtests.of(id)).map((row) => backtestView(row, names, hash)),
        ...(shadow && { shadow }),
        closed: await drafts.isClosed(id),
        mayEdit,
      }
    },

    async backtest(row: BacktestRow): Promise<Backtest> {
      const draft = await drafts.read(row.draft_id)
      return backtestView(row, await staffNames(), draft ? drafts.hashOf(draft) : '')
    },

    /** The changed cases of a backtest or of a shadow run. */
    async cases(id: string, from: number, limit: number): Promise<{ items: ChangedCase[]; next?: string }> {
      const backtest = await backtests.read(id)
      const run = backtest ? null : await shadows.changed(id)
      const source = backtest ?? run
      if (!source) throw fail('not_found')
      const { text } = await backtests.trialOf(backtest?.draft_id ?? run?.draft ?? '')
      const found = run ? run.cases.slice(from, from + limit + 1) : await backtests.cases(id, from, limit + 1)
      return {
        items: found.slice(0, limit).map(({ decision, request, before, after }) => ({
          decision,
          request,
          before: text(before, source),
          after: text(after, source),
        })),
        ...(found.length > limit && { next: String(from + limit) }),
      }
    },
  }
}

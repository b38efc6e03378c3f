import type { RuleRow } from '#contract/decisionTable/table.ts'
import type { TestPlatform } from '#server/testing/bench.ts'
import { lifeBench } from '#server/testing/life.ts'

/** The workbench with the people around it: Vera makes rules, Boris approves them. */
export function workbenchBench(platform: TestPlatform) {
  const life = lifeBench(platform)
  const { drafts, turns, backtests, versions } = life.workbench
  const within = <T>(act: (tx: Parameters<Parameters<typeof platform.transact>[0]>[0]) => Promise<T>) =>
    platform.transact(act)

  const rowsOf = async (id: string) => ((await drafts.read(id))?.rows ?? []) as RuleRow[]

  /** A draft whose rows are changed so. */
  async function drafted(change: (rows: RuleRow[]) => RuleRow[], title = 'Проба'): Promise<string> {
    const { id } = await within((tx) => drafts.start(tx, 'vera', title))
    const rows = change(structuredClone(await rowsOf(id)))
    await within((tx) => drafts.save(tx, 'vera', id, { revision: 1, title, rows }))
    return id
  }

  /** Tried on the last decisions, to the end. */
  async function backtested(id: string, count = 1000) {
    const { id: run } = await within((tx) => backtests.start(tx, 'vera', id, { kind: 'last', count }))
    await platform.jobs.runDue()
    const row = await backtests.read(run)
    if (!row) throw new Error('the backtest is gone')
    return row
  }

  /** Checked, tried, asked for by Vera and approved by Boris. */
  async function inForce(id: string, from?: string): Promise<void> {
    const { findings } = await drafts.check('vera', id)
    if (findings.length > 0) throw new Error(findings.map(({ message }) => message).join('\n'))
    await backtested(id)
    const { turn } = await within((tx) => turns.askDraft(tx, 'vera', id, { reason: 'проба', from }))
    await within((tx) => turns.decide(tx, 'boris', turn, true))
  }

  return { ...life, ...life.workbench, versions, within, rowsOf, drafted, backtested, inForceBy: inForce }
}

/** Changes one row of a table. */
export const changing =
  (code: string, change: Partial<RuleRow>) =>
  (rows: RuleRow[]): RuleRow[] =>
    rows.map((row) => (row.code === code ? { ...row, ...change } : row))

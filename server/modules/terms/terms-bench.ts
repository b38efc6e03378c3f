import type { VersionKind } from '#contract/versions/kinds.ts'
import type { VersionRows } from '#contract/versions/rows.ts'
import type { DraftProduct } from '#contract/versions/tariffs.ts'
import type { TestPlatform } from '#server/testing/bench.ts'
import { demoLender, lifeBench } from '#server/testing/life.ts'
import { openTerms } from './terms.ts'

/** A server whose tariffs and calendar have versions, with the people around it: Vera makes them, Boris approves them. */
export async function termsBench(platform: TestPlatform) {
  const terms = await openTerms(platform, demoLender())
  const life = lifeBench(platform, terms.lender, undefined, undefined, { terms })
  const { drafts, turns, backtests } = life.workbench
  const { transact: within } = platform

  /** A draft whose rows are changed so. */
  async function drafted<Rows extends VersionRows>(kind: VersionKind, change: (rows: Rows) => Rows): Promise<string> {
    const { id } = await within((tx) => drafts.start(tx, 'vera', 'Проба', kind))
    const rows = change(structuredClone((await drafts.read(id))?.rows as Rows))
    await within((tx) => drafts.save(tx, 'vera', id, { revision: 1, title: 'Проба', rows }))
    return id
  }

  /** Tried on the last offers, to the end. */
  async function backtested(id: string) {
    const { id: run } = await within((tx) => backtests.start(tx, 'vera', id, { kind: 'last', count: 1000 }))
    await platform.jobs.runDue()
    return backtests.read(run)
  }

  /** Checked, tried where there is something to, and asked for by Vera. */
  async function asked(id: string, from?: string): Promise<string> {
    await drafts.check('vera', id)
    if ((await drafts.read(id))?.kind === 'tariffs') await backtested(id)
    return (await within((tx) => turns.askDraft(tx, 'vera', id, { reason: 'проба', from }))).turn
  }

  /** And approved by Boris. */
  async function inForce(id: string, from?: string): Promise<void> {
    const turn = await asked(id, from)
    await within((tx) => turns.decide(tx, 'boris', turn, true))
  }

  return { ...life, ...life.workbench, terms, within, drafted, backtested, asked, inForce }
}

/** Changes one product of the tariffs. */
export const product = (id: string, change: Partial<DraftProduct>) => (rows: DraftProduct[]) =>
  rows.map((row) => (row.id === id ? { ...row, ...change } : row))

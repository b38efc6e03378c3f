import { contentOf, type RuleRow, rowIssues, rowsOf, settled } from '#contract/decisionTable/table.ts'
import type { Lender } from '#contract/lender.ts'
import { ruleOn } from '#contract/rules.ts'
import { dateInZone } from '#contract/zones.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { rulesOf } from '../rules.ts'
import type { LegalFacts } from './checking.ts'
import type { AskChecks } from './trying.ts'
import { type DraftRow, drafts, insertDraft, isClosed, readDraft, updateDraft } from './version-store.ts'
import type { Versions } from './versions.ts'

interface Parts {
  readonly platform: Platform
  readonly lender: Lender
  readonly versions: Versions
  readonly check: AskChecks
}

type Event = 'rules.draft' | 'rules.change' | 'rules.drop' | 'rules.check'

export const versionName = ({ number }: Pick<DraftRow, 'number'>) => `v${number}`

/** The rows of a draft as the engine runs them. */
export function rulesOfDraft(draft: Pick<DraftRow, 'number' | 'rows'>) {
  return rulesOf(versionName(draft), contentOf(settled(draft.rows)))
}

/** A draft that may still change: the database's first word; throws when it is gone or closed. */
export async function openDraft(tx: Pick<Tx, 'db'>, id: string): Promise<DraftRow> {
  const draft = await readDraft(tx.db, id, true)
  if (!draft) throw fail('not_found')
  if (await isClosed(tx.db, id)) throw fail('rules_closed')
  return draft
}

/** Versions that are being made: everybody sees the same rows, and who saves over another's work is told so. */
export function createDrafts({ platform, lender, versions, check }: Parts) {
  const { clock, db } = platform

  const journal = (tx: Tx, event: Event, staffId: string, draft: string, data: Record<string, unknown> = {}) =>
    tx.journal({ event, actor: { kind: 'staff', id: staffId }, subject: { kind: 'rules', id: draft }, data })

  function law(): LegalFacts {
    const day = dateInZone(clock.now(), lender.zone)
    return {
      dailyRateCap: ruleOn(lender.rules, 'dailyRateCap', day),
      productRates: lender.products.map(({ dailyRate }) => dailyRate),
      asksScoring: versions.asksScoring,
    }
  }

  return {
    list: () => drafts(db),
    read: (id: string) => readDraft(db, id),
    isClosed: (id: string) => isClosed(db, id),

    async start(tx: Tx, staffId: string, title: string): Promise<{ id: string }> {
      const now = await versions.inForce(tx.db)
      const id = newId()
      const rows = rowsOf(now.content)
      if (!rows) throw fail('rules_foreign')
      await insertDraft(tx.db, { id, title, rows, based_on: now.sha256, author: staffId, created_at: clock.now() })
      journal(tx, 'rules.draft', staffId, id, { from: now.version })
      return { id }
    },

    /** Faults within the rows are kept too: a draft is where they are mended. */
    async save(
      tx: Tx,
      staffId: string,
      id: string,
      { revision, title, rows }: { revision: number; title: string; rows: RuleRow[] },
    ): Promise<{ revision: number }> {
      const draft = await openDraft(tx, id)
      if (draft.revision !== revision) throw fail('rules_saved_first', { details: { revision: draft.revision } })
      const next = revision + 1
      const editors = [...new Set([...draft.editors, staffId])]
      await updateDraft(tx.db, id, {
        title,
        rows,
        editors,
        revision: next,
        changed_by: staffId,
        changed_at: clock.now(),
      })
      journal(tx, 'rules.change', staffId, id, { version: versionName(draft), revision: next })
      return { revision: next }
    },

    async drop(tx: Tx, staffId: string, id: string): Promise<void> {
      const draft = await openDraft(tx, id)
      await updateDraft(tx.db, id, { dropped_at: clock.now() })
      journal(tx, 'rules.drop', staffId, id, { version: versionName(draft) })
    },

    /** Looks for what is wrong with the whole table. What is found is of these rows: changed ones are checked anew. */
    async check(staffId: string, id: string) {
      const draft = await readDraft(db, id)
      if (!draft) throw fail('not_found')
      const { sha256 } = rulesOfDraft(draft)
      const findings = await check(draft.rows, law())
      await platform.transact(async (tx) => {
        const now = await openDraft(tx, id)
        if (now.revision !== draft.revision) throw fail('rules_saved_first')
        await updateDraft(tx.db, id, { findings, findings_of: sha256 })
        journal(tx, 'rules.check', staffId, id, { version: versionName(draft), sha256, findings: findings.length })
      })
      return { findings }
    },

    /** Whether the rows as they are have passed the check. */
    isChecked(draft: DraftRow): boolean {
      if (rowIssues(draft.rows).length > 0 || draft.findings === null) return false
      return draft.findings_of === rulesOfDraft(draft).sha256 && !draft.findings.some(({ level }) => level === 'error')
    },
  }
}

export type Drafts = ReturnType<typeof createDrafts>

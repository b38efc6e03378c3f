import type { VersionKind } from '#contract/versions/kinds.ts'
import type { VersionRows } from '#contract/versions/rows.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { type Kinds, type Version, versionOf } from './kinds.ts'
import { type DraftRow, drafts, insertDraft, isClosed, readDraft, turnAt, updateDraft } from './store.ts'

interface Parts {
  readonly platform: Platform
  readonly kinds: Kinds
}

type Event = 'rules.draft' | 'rules.change' | 'rules.drop' | 'rules.check'

export const versionName = ({ number }: Pick<DraftRow, 'number'>) => `v${number}`

/** A draft that may still change: the database's first word; throws when it is gone or closed. */
export async function openDraft(tx: Pick<Tx, 'db'>, id: string): Promise<DraftRow> {
  const draft = await readDraft(tx.db, id, true)
  if (!draft) throw fail('not_found')
  if (await isClosed(tx.db, id)) throw fail('rules_closed')
  return draft
}

/** Versions that are being made: everybody sees the same rows, and who saves over another's work is told so. */
export function createDrafts({ platform, kinds }: Parts) {
  const { clock, db } = platform

  const journal = (tx: Tx, event: Event, staffId: string, { id, kind }: Pick<DraftRow, 'id' | 'kind'>, data = {}) =>
    tx.journal({
      event,
      actor: { kind: 'staff', id: staffId },
      subject: { kind: 'rules', id },
      data: { of: kind, ...data },
    })

  /** The rows of a draft as they would come into force. */
  const versionOfDraft = (draft: Pick<DraftRow, 'kind' | 'number' | 'rows'>): Version =>
    versionOf(versionName(draft), kinds[draft.kind].contentOf(draft.rows))

  /** The hash of a draft's rows; of one with faults there is none. */
  const hashOf = (draft: DraftRow) =>
    kinds[draft.kind].issues(draft.rows).length > 0 ? '' : versionOfDraft(draft).sha256

  const inForce = async (kind: VersionKind, within: Tx['db'] | Platform['db'] = db): Promise<Version> =>
    (await turnAt(within, kind, clock.now())) ?? kinds[kind].ofFile()

  return {
    versionOfDraft,
    hashOf,
    inForce,
    list: (kind: VersionKind) => drafts(db, kind),
    read: (id: string) => readDraft(db, id),
    isClosed: (id: string) => isClosed(db, id),

    async start(tx: Tx, staffId: string, title: string, kind: VersionKind = 'decision'): Promise<{ id: string }> {
      const now = await inForce(kind, tx.db)
      const id = newId()
      const rows = kinds[kind].rowsOf(now.content)
      if (!rows) throw fail('rules_foreign')
      const made = { id, kind, title, rows, based_on: now.sha256, author: staffId, created_at: clock.now() }
      await insertDraft(tx.db, made)
      journal(tx, 'rules.draft', staffId, made, { from: now.version })
      return { id }
    },

    /** Faults within the rows are kept too: a draft is where they are mended. */
    async save(
      tx: Tx,
      staffId: string,
      id: string,
      { revision, title, rows }: { revision: number; title: string; rows: VersionRows },
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
      journal(tx, 'rules.change', staffId, draft, { version: versionName(draft), revision: next })
      return { revision: next }
    },

    async drop(tx: Tx, staffId: string, id: string): Promise<void> {
      const draft = await openDraft(tx, id)
      await updateDraft(tx.db, id, { dropped_at: clock.now() })
      journal(tx, 'rules.drop', staffId, draft, { version: versionName(draft) })
    },

    /** Looks for what is wrong with the whole. What is found is of these rows: changed ones are checked anew. */
    async check(staffId: string, id: string) {
      const draft = await readDraft(db, id)
      if (!draft) throw fail('not_found')
      const kind = kinds[draft.kind]
      const sha256 = hashOf(draft)
      const findings = [...(await kind.check(draft.rows, kind.rowsOf((await inForce(draft.kind)).content)))]
      await platform.transact(async (tx) => {
        const now = await openDraft(tx, id)
        if (now.revision !== draft.revision) throw fail('rules_saved_first')
        await updateDraft(tx.db, id, { findings, findings_of: sha256 || null })
        journal(tx, 'rules.check', staffId, draft, { version: versionName(draft), sha256, findings: findings.length })
      })
      return { findings }
    },

    /** Whether the rows as they are have passed the check. */
    isChecked(draft: DraftRow): boolean {
      if (draft.findings === null || draft.findings.some(({ level }) => level === 'error')) return false
      const hash = hashOf(draft)
      return hash !== '' && draft.findings_of === hash
    },
  }
}

export type Drafts = ReturnType<typeof createDrafts>

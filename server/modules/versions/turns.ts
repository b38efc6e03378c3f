import type { VersionKind } from '#contract/versions/kinds.ts'
import { dateInZone } from '#contract/zones.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { secondWord } from '#server/platform/second-word.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { hasBacktest } from './backtest-store.ts'
import { type Drafts, openDraft } from './drafts.ts'
import type { Kinds, Version } from './kinds.ts'
import { approvedBy, askedTurn, insertTurn, lockTurn, readDraft, type TurnRow, turns, updateTurn } from './store.ts'

interface Parts {
  readonly platform: Platform
  readonly zone: string
  readonly kinds: Kinds
  readonly drafts: Pick<Drafts, 'isChecked' | 'versionOfDraft' | 'inForce'>
  /** Keeps a content for ever, wherever that kind's are kept. */
  readonly keep: (tx: Tx, kind: VersionKind, version: Version) => Promise<void>
  /** What counts has changed, or will: whoever remembers it is told. */
  readonly turned: (tx: Tx) => void
}

interface Asked {
  readonly reason: string
  readonly from?: string | undefined
}

/** Versions come into force by the word of two: one who knows asks, another who has not made it approves. */
export function createTurns({ platform, zone, kinds, drafts, keep, turned }: Parts) {
  const { clock, db } = platform

  const journal = (tx: Tx, event: 'rules.ask' | 'rules.approve' | 'rules.decline', staffId: string, row: TurnRow) =>
    tx.journal({
      event,
      actor: { kind: 'staff', id: staffId },
      subject: { kind: 'rules', id: row.draft_id ?? row.version },
      data: {
        of: row.kind,
        version: row.version,
        sha256: row.sha256,
        turn: row.id,
        from: row.from_at.toISOString(),
      },
    })

  /** A version of an earlier day may break a law of the day it is to come into force. */
  async function mayForce(kind: VersionKind, content: string, from: Date): Promise<void> {
    const [against] = await kinds[kind].mayForce(content, dateInZone(from, zone))
    if (against) throw fail('rules_unlawful', { issues: [{ field: 'from', message: against }] })
  }

  async function ask(
    tx: Tx,
    staffId: string,
    kind: VersionKind,
    asked: Version,
    draftId: string | null,
    { reason, from }: Asked,
  ) {
    if (await askedTurn(tx.db, kind)) throw fail('rules_asked')
    const now = clock.now()
    const from_at = from ? new Date(from) : now
    if (from_at.getTime() > now.getTime() + 366 * 86_400_000)
      throw fail('bad_request', { issues: [{ field: 'from', message: 'Не дальше года вперёд' }] })
    await mayForce(kind, asked.content, new Date(Math.max(from_at.getTime(), now.getTime())))
    await keep(tx, kind, asked)
    const row: TurnRow = {
      id: newId(),
      kind,
      sha256: asked.sha256,
      version: asked.version,
      draft_id: draftId,
      reason: reason.trim(),
      from_at,
      asked_by: staffId,
      asked_at: now,
      state: 'asked',
      decided_by: null,
      decided_at: null,
    }
    await insertTurn(tx.db, row)
    journal(tx, 'rules.ask', staffId, row)
    return { turn: row.id }
  }

  return {
    list: (kind: VersionKind) => turns(db, kind),

    async askDraft(tx: Tx, staffId: string, draftId: string, asked: Asked) {
      const draft = await openDraft(tx, draftId)
      const kind = kinds[draft.kind]
      if (!drafts.isChecked(draft)) throw fail('rules_unchecked')
      const made = drafts.versionOfDraft(draft)
      if (kind.trial && !(await hasBacktest(tx.db, draftId, made.sha256))) throw fail('rules_untried')
      const before = kind.rowsOf((await drafts.inForce(draft.kind, tx.db)).content)
      if (before && kind.isSame(before, draft.rows)) throw fail('rules_same')
      return ask(tx, staffId, draft.kind, made, draftId, asked)
    },

    async bringBack(tx: Tx, staffId: string, sha256: string, asked: Asked) {
      const before = await approvedBy(tx.db, sha256)
      const files = Object.values(kinds).flatMap((kind) => kind.files().map((file) => ({ ...file, kind: kind.kind })))
      const file = files.find((one) => one.sha256 === sha256)
      const found = before ? { ...before, from: before.from_at.toISOString() } : file
      if (!found) throw fail('not_found')
      if ((await drafts.inForce(found.kind, tx.db)).sha256 === sha256) throw fail('rules_same')
      return ask(tx, staffId, found.kind, found, null, asked)
    },

    /** The second word. An approved version whose moment has not come may be taken back by anybody with the right: nothing changes by that. */
    async decide(tx: Tx, staffId: string, id: string, confirm: boolean): Promise<void> {
      const row = await lockTurn(tx.db, id)
      if (!row) throw fail('not_found')
      const now = clock.now()
      const ahead = row.state === 'approved' && row.from_at > now
      if (row.state !== 'asked' && !(ahead && !confirm)) throw fail('rules_over')
      turned(tx)
      if (!confirm) {
        await updateTurn(tx.db, id, { state: 'declined', decided_by: staffId, decided_at: now })
        return journal(tx, 'rules.decline', staffId, row)
      }
      const draft = row.draft_id ? await readDraft(tx.db, row.draft_id) : undefined
      if (draft?.editors.includes(staffId)) throw fail('second_person')
      await secondWord(tx, row.asked_by, staffId, 'rules.edit')
      const from_at = new Date(Math.max(row.from_at.getTime(), now.getTime()))
      const waits = (await turns(tx.db, row.kind)).find((turn) => turn.id === id)
      if (waits) await mayForce(row.kind, waits.content, from_at)
      await updateTurn(tx.db, id, { state: 'approved', decided_by: staffId, decided_at: now, from_at })
      journal(tx, 'rules.approve', staffId, { ...row, from_at })
    },
  }
}

export type Turns = ReturnType<typeof createTurns>

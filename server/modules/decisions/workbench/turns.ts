import { type RuleRow, rowsOf } from '#contract/decisionTable/table.ts'
import { tableChanges } from '#contract/decisionTable/words.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { secondWord } from '#server/platform/second-word.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { type DecisionRules, rulesOf } from '../rules.ts'
import { keepRules } from '../store.ts'
import { hasBacktest } from './backtest-store.ts'
import { type Drafts, openDraft, rulesOfDraft } from './drafts.ts'
import { askedTurn, insertTurn, lockTurn, readDraft, type TurnRow, turns, updateTurn } from './version-store.ts'
import type { Versions } from './versions.ts'

interface Parts {
  readonly platform: Platform
  readonly versions: Versions
  readonly drafts: Pick<Drafts, 'isChecked'>
}

interface Asked {
  readonly reason: string
  readonly from?: string | undefined
}

const same = (one: readonly RuleRow[] | null, other: readonly RuleRow[]) =>
  one !== null && tableChanges(one, other).length === 0

/** Versions come into force by the word of two: one who knows asks, another who has not made it approves. */
export function createTurns({ platform, versions, drafts }: Parts) {
  const { clock, db } = platform

  const journal = (tx: Tx, event: 'rules.ask' | 'rules.approve' | 'rules.decline', staffId: string, row: TurnRow) =>
    tx.journal({
      event,
      actor: { kind: 'staff', id: staffId },
      subject: { kind: 'rules', id: row.draft_id ?? row.version },
      data: { version: row.version, sha256: row.sha256, turn: row.id, from: row.from_at.toISOString() },
    })

  async function ask(tx: Tx, staffId: string, rules: DecisionRules, draftId: string | null, { reason, from }: Asked) {
    if (await askedTurn(tx.db)) throw fail('rules_asked')
    // a version of before the scoring was asked says nothing of its silence
    if (versions.asksScoring && !rules.content.includes('"opinion.silent"')) throw fail('rules_unchecked')
    const now = clock.now()
    const from_at = from ? new Date(from) : now
    if (from_at.getTime() > now.getTime() + 366 * 86_400_000)
      throw fail('bad_request', { issues: [{ field: 'from', message: 'Не дальше года вперёд' }] })
    await keepRules(tx.db, { sha256: rules.sha256, version: rules.version, content: rules.content, first_used_at: now })
    const row: TurnRow = {
      id: newId(),
      sha256: rules.sha256,
      version: rules.version,
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
    list: () => turns(db),

    async askDraft(tx: Tx, staffId: string, draftId: string, asked: Asked) {
      const draft = await openDraft(tx, draftId)
      const rules = rulesOfDraft(draft)
      if (!drafts.isChecked(draft)) throw fail('rules_unchecked')
      if (!(await hasBacktest(tx.db, draftId, rules.sha256))) throw fail('rules_untried')
      if (same(rowsOf((await versions.inForce(tx.db)).content), draft.rows)) throw fail('rules_same')
      return ask(tx, staffId, rules, draftId, asked)
    },

    async bringBack(tx: Tx, staffId: string, sha256: string, asked: Asked) {
      const before = (await turns(tx.db)).find((turn) => turn.state === 'approved' && turn.sha256 === sha256)
      const file = versions.files.find((one) => one.sha256 === sha256)
      const rules = before ? rulesOf(before.version, before.content) : file
      if (!rules) throw fail('not_found')
      if ((await versions.inForce(tx.db)).sha256 === sha256) throw fail('rules_same')
      return ask(tx, staffId, rules, null, asked)
    },

    /** The second word. Approved rules whose moment has not come may be taken back by anybody with the right: nothing changes by that. */
    async decide(tx: Tx, staffId: string, id: string, confirm: boolean): Promise<void> {
      const row = await lockTurn(tx.db, id)
      if (!row) throw fail('not_found')
      const now = clock.now()
      const ahead = row.state === 'approved' && row.from_at > now
      if (row.state !== 'asked' && !(ahead && !confirm)) throw fail('rules_over')
      if (!confirm) {
        await updateTurn(tx.db, id, { state: 'declined', decided_by: staffId, decided_at: now })
        return journal(tx, 'rules.decline', staffId, row)
      }
      const draft = row.draft_id ? await readDraft(tx.db, row.draft_id) : undefined
      if (draft?.editors.includes(staffId)) throw fail('second_person')
      await secondWord(tx, row.asked_by, staffId, 'rules.edit')
      const from_at = new Date(Math.max(row.from_at.getTime(), now.getTime()))
      await updateTurn(tx.db, id, { state: 'approved', decided_by: staffId, decided_at: now, from_at })
      journal(tx, 'rules.approve', staffId, { ...row, from_at })
    },
  }
}

export type Turns = ReturnType<typeof createTurns>

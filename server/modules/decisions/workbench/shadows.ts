import type { Comparison } from '#contract/calls/office/ruleTrials.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { type Drafts, openDraft, versionName } from '../../versions/index.ts'
import { reasonTexts } from '../explaining.ts'
import { isChanged, openComparison } from './comparing.ts'
import { openPast } from './past.ts'
import {
  endShadowOf,
  insertShadow,
  insertShadowCase,
  readShadow,
  runningShadows,
  type ShadowCase,
  type ShadowRow,
  shadowCases,
  shadowOf,
} from './shadow-store.ts'
import type { DecideMany } from './trying.ts'

interface Parts {
  readonly platform: Platform
  readonly drafts: Pick<Drafts, 'isChecked' | 'versionOfDraft'>
  readonly decide: DecideMany
}

const dayMs = 86_400_000

/** A draft beside the rules in force, on every new decision: by a job after it, so that it can neither change nor delay one. */
export function createShadows({ platform, drafts, decide }: Parts) {
  const { clock, db, jobs } = platform
  const past = openPast(platform)

  const journal = (tx: Tx, event: 'rules.shadow' | 'rules.shadowEnd', staffId: string, draft: string, data: object) =>
    tx.journal({
      event,
      actor: { kind: 'staff', id: staffId },
      subject: { kind: 'rules', id: draft },
      data: { ...data },
    })

  async function tryOne(decision: string): Promise<void> {
    const shadows = await runningShadows(db, clock.now())
    if (shadows.length === 0) return
    const [known] = await past([decision])
    if (!known) return
    for (const { id, sha256, content } of shadows) {
      const [after] = await decide({ version: sha256, content }, [known.inputs])
      if (!after) continue
      const one: ShadowCase = { decision, request: known.request, before: known.made, after }
      await insertShadowCase(db, id, one, clock.now())
    }
  }

  jobs.define<{ decision: string }>('rules.shadow', ({ decision }) => tryOne(decision), {
    concurrency: 1,
    reopen: async () => undefined,
  })

  return {
    /** A decision was made: it is tried once it stands. */
    async made(tx: Tx, decision: string): Promise<void> {
      if ((await runningShadows(tx.db, clock.now())).length > 0) await tx.send('rules.shadow', { decision })
    },

    async start(tx: Tx, staffId: string, draftId: string, days: number): Promise<void> {
      const draft = await openDraft(tx, draftId)
      if (draft.kind !== 'decision') throw fail('not_found')
      if (!drafts.isChecked(draft)) throw fail('rules_unchecked')
      const now = clock.now()
      if ((await runningShadows(tx.db, now)).length >= 3) throw fail('rules_busy')
      await endShadowOf(tx.db, draftId, now)
      const { sha256, content } = drafts.versionOfDraft(draft)
      const until = new Date(now.getTime() + days * dayMs)
      await insertShadow(tx.db, {
        id: newId(),
        draft_id: draftId,
        sha256,
        content,
        started_by: staffId,
        started_at: now,
        until,
        ended_at: null,
      })
      journal(tx, 'rules.shadow', staffId, draftId, { version: versionName(draft), sha256, days })
    },

    async end(tx: Tx, staffId: string, draftId: string): Promise<void> {
      if (!(await endShadowOf(tx.db, draftId, clock.now()))) throw fail('rules_over')
      journal(tx, 'rules.shadowEnd', staffId, draftId, {})
    },

    /** The newest run of a draft with its report so far. */
    async of(draftId: string): Promise<(ShadowRow & { running: boolean; report: Comparison }) | null> {
      const row = await shadowOf(db, draftId)
      if (!row) return null
      const comparison = openComparison(reasonTexts(row))
      for (const pair of await shadowCases(db, row.id)) comparison.add(pair)
      return { ...row, running: row.ended_at === null && row.until > clock.now(), report: comparison.report() }
    },

    /** What a run would have changed; null when there is no such run. */
    async changed(
      id: string,
    ): Promise<{ readonly draft: string; readonly content: string; readonly cases: ShadowCase[] } | null> {
      const row = await readShadow(db, id)
      return row
        ? { draft: row.draft_id, content: row.content, cases: (await shadowCases(db, id)).filter(isChanged) }
        : null
    },
  }
}

export type Shadows = ReturnType<typeof createShadows>

import type { CaseKind, CaseOutcome } from '#contract/person/cases.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { stillCounts } from '#server/platform/second-word.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { countOpenCases, endedBefore, insertCase, lockCase, updateCase } from './case-store.ts'

export const wordsPlace = (id: string) => ({ table: 'person_case', id })
const staffActor = (id: string) => ({ kind: 'staff' as const, id })

interface Opening {
  readonly kind: CaseKind
  readonly clientId: string
  readonly requestId?: string
  readonly subject: string
  readonly holds: boolean
  /** Kinds and ids; no personal data. */
  readonly data: Record<string, unknown>
}

/** Work for a person of the staff about a client. What holds the money is let go by two of them, with words. */
export function createCases({
  db,
  clock,
  clientKeys,
  metrics,
}: Pick<Platform, 'db' | 'clock' | 'clientKeys' | 'metrics'>) {
  metrics.gauge(
    'cases_open',
    'Cases that wait for a person of the staff; holds="yes": money waits for them',
    async () =>
      (await countOpenCases(db)).map(({ kind, holds, count }) => ({
        labels: { kind, holds: holds ? 'yes' : 'no' },
        value: count,
      })),
  )

  const sealed = async (tx: Tx, clientId: string, id: string, words: string) =>
    (await clientKeys.of(tx.db, clientId)).seal(words, wordsPlace(id))

  return {
    /** Opens a case; one that is open about the same matter stays the one. */
    async open(tx: Tx, given: Opening): Promise<void> {
      const { kind, clientId, requestId = null, subject, holds, data } = given
      const id = newId()
      const open = { state: 'open', opened_at: clock.now(), asked_by: null, asked_at: null } as const
      const unended = { closed_by: null, closed_at: null, outcome: null, words: null }
      const row = { id, kind, client_id: clientId, request_id: requestId, subject, data, holds, ...open, ...unended }
      // What two people have looked at is not asked again about the same matter.
      if (await endedBefore(tx.db, row)) return
      if (!(await insertCase(tx.db, row))) return
      tx.journal({
        event: 'case.open',
        actor: { kind: 'system', id: 'people' },
        subject: { kind: 'client', id: clientId },
        data: { case: id, kind, holds, ...data },
      })
    },

    /**
     * Ends a case with words: one that holds money by a second person after the first, whose word waits. «Confirmed» leaves what it holds
     * held: it is the matter, not the work, that stands. Answers whether it is ended.
     */
    async end(
      tx: Tx,
      id: string,
      staffId: string,
      { outcome, words }: { readonly outcome: CaseOutcome; readonly words: string },
    ): Promise<boolean> {
      const row = await lockCase(tx.db, id)
      if (!row) throw fail('not_found')
      if (row.state === 'closed') throw fail('state_conflict')
      if (!words.trim())
        throw fail('invalid_answers', { issues: [{ field: 'words', message: 'Напишите, что вы проверили' }] })
      const actor = staffActor(staffId)
      const subject = { kind: 'client', id: row.client_id } as const
      const asked = row.state === 'asked' && row.outcome === outcome ? row.asked_by : null
      if (row.holds && asked === staffId) throw fail('second_person')
      const said = asked !== null && (!row.holds || (await stillCounts(tx, asked, 'cases.end')))
      const kept = { outcome, words: await sealed(tx, row.client_id, id, words.trim()) }
      if (row.holds && !said) {
        await updateCase(tx.db, id, { ...kept, state: 'asked', asked_by: staffId, asked_at: clock.now() })
        tx.journal({ event: 'case.ask', actor, subject, data: { case: id, outcome } })
        return false
      }
      await updateCase(tx.db, id, { ...kept, state: 'closed', closed_by: staffId, closed_at: clock.now() })
      tx.journal({
        event: 'case.end',
        actor,
        subject,
        data: { case: id, kind: row.kind, outcome, ...(row.asked_by && { askedBy: row.asked_by }) },
      })
      return true
    },
  }
}

export type Cases = ReturnType<typeof createCases>

import type { Verdict } from '#contract/calls/office/review.ts'
import type { Issue } from '#contract/errors.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Conflicts } from './conflicts.ts'
import { type Items, verdictPlace } from './items.ts'
import type { Leases } from './leases.ts'
import { writeOpened, writeVerdict } from './store.ts'

/** What a verdict lacks. */
export function verdictIssues({ verdict, reason, comment, internal }: Verdict): Issue[] {
  if (verdict === 'fix' && !reason) return [{ field: 'verdict.reason', message: 'Выберите причину' }]
  if (verdict === 'fix' && reason === 'other' && !comment?.trim())
    return [{ field: 'verdict.comment', message: 'Напишите клиенту, что исправить' }]
  if (verdict === 'fraud' && !internal?.trim())
    return [{ field: 'verdict.internal', message: 'Напишите, что вызывает сомнения' }]
  return []
}

/** What a reviewer says of one item, kept whatever becomes of the lease. */
export function createVerdicts(platform: Platform, leases: Leases, items: Items, conflicts: Conflicts) {
  const { clock } = platform

  async function itemOf(tx: Tx, requestId: string, number: number, staffId: string) {
    const { request, review } = await leases.held(tx, requestId, staffId)
    const item = (await items(tx, request, review, staffId)).find(({ step }) => step.number === number)
    if (!item) throw fail('not_found')
    return { request, review, item }
  }

  return {
    async opened(tx: Tx, requestId: string, number: number, staffId: string): Promise<void> {
      const { request, review, item } = await itemOf(tx, requestId, number, staffId)
      await writeOpened(tx.db, {
        request_id: requestId,
        client_id: request.client_id,
        step: number,
        staff_id: staffId,
        round: review.round,
        revision: item.kept.revision,
        at: clock.now(),
      })
    },

    /** Keeps a verdict on an open item of the version seen. */
    async save(
      tx: Tx,
      requestId: string,
      number: number,
      staffId: string,
      given: { version: number; verdict: Verdict },
    ): Promise<void> {
      const { request, review, item } = await itemOf(tx, requestId, number, staffId)
      await conflicts.check(tx, request, given.version)
      const issues = verdictIssues(given.verdict)
      if (!item.open) issues.push({ field: 'verdict', message: 'Этот пункт уже принят в прошлый раз' })
      if (issues.length > 0) throw fail('invalid_answers', { issues })
      await writeVerdict(tx.db, {
        request_id: requestId,
        client_id: request.client_id,
        step: number,
        round: review.round,
        revision: item.kept.revision,
        verdict: given.verdict.verdict,
        sealed: request.sealing.seal(given.verdict, verdictPlace(requestId, number)),
        staff_id: staffId,
        at: clock.now(),
      })
      tx.journal({
        event: 'review.verdict',
        actor: { kind: 'staff', id: staffId },
        subject: { kind: 'request', id: requestId },
        data: {
          step: number,
          round: review.round,
          revision: item.kept.revision,
          verdict: given.verdict.verdict,
          ...(given.verdict.reason && { reason: given.verdict.reason }),
        },
      })
    },
  }
}

import { askDigits, finishUpload, measureSpeed, ownFile } from '#contract/calls/evidence.ts'
import { officeFile } from '#contract/calls/office/files.ts'
import { mayReach } from '#server/http/actors.ts'
import { keptFailures } from '#server/http/kept-failures.ts'
import type { Router } from '#server/http/router.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Requests } from '../requests/index.ts'
import type { Digits } from './digits.ts'
import type { Evidence } from './service.ts'
import { serve } from './serving.ts'

interface Parts {
  readonly router: Router
  readonly platform: Platform
  readonly requests: Requests
  readonly evidence: Evidence
  readonly digits: Digits
  /** Throws unless the request is in this reviewer's hands. */
  readonly held: (tx: Tx, requestId: string, staffId: string, fileId?: string) => Promise<unknown>
}

export function evidenceRoutes({ router, platform, requests, evidence, digits, held }: Parts) {
  router.read(finishUpload, async ({ actor, params }) => {
    const row = await evidence.finish(actor, params.id)
    return {
      id: row.id,
      type: row.type ?? '',
      sha256: row.sha256 ?? '',
      size: row.stored_size ?? 0,
      ...(row.duration_ms !== null && { durationMs: row.duration_ms }),
    }
  })

  router.read(ownFile, async ({ actor, params, http, reply }) => {
    const row = await evidence.owned(actor, params.id)
    if (row.state !== 'stored') throw fail('not_found')
    await serve(evidence, row, http, reply)
    return undefined
  })

  router.read(officeFile, async ({ actor, params, query, http, reply }) => {
    const row = await evidence.stored(params.id)
    await keptFailures(platform, async (tx) => {
      await held(tx, row.request_id, actor.id, query.small ? undefined : row.id)
      tx.journal({
        event: 'evidence.view',
        actor: { kind: 'staff', id: actor.id },
        subject: { kind: 'request', id: row.request_id },
        data: { file: row.id, step: row.step, ...(query.small && { small: true }) },
      })
    })
    await serve(evidence, row, http, reply)
    return undefined
  })

  router.read(measureSpeed, async ({ body }) => ({ bytes: body.filler.length }))

  router.change(askDigits, async ({ actor, params }, tx) => {
    const request = await requests.lock(tx, params.id, actor.id)
    if (!mayReach(actor, request.id)) throw fail('not_found')
    if (request.state !== 'New' && request.state !== 'RollbackVerification') throw fail('step_closed')
    return digits.give(tx, request)
  })
}

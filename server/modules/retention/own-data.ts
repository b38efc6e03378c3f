import type { CallAnswer } from '#contract/call.ts'
import type { ownData } from '#contract/calls/ownData.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Auth, Consents } from '../auth/index.ts'
import type { ClientDocuments } from '../documents/index.ts'
import type { Identity } from '../identity/index.ts'
import type { MessageDesk } from '../messages/index.ts'
import type { Requests } from '../requests/index.ts'
import type { Steps } from '../steps/index.ts'
import { eventsOf, filesOf } from './store.ts'

interface Parts {
  readonly platform: Platform
  readonly auth: Auth
  readonly identity: Pick<Identity, 'export' | 'own'>
  readonly consents: Consents
  readonly requests: Requests
  /** What the client asked of the lender, and the answers. */
  readonly appeals: (clientId: string) => Promise<readonly object[]>
  readonly steps: Steps
  readonly stepTitle: (number: number) => string | undefined
  readonly documents: ClientDocuments
  readonly messages: Pick<MessageDesk, 'ofClient'>
}

/** Everything kept of a borrower, for the borrower (152-ФЗ art. 14). */
export function createOwnData(parts: Parts) {
  const { platform, auth, identity, consents, requests, appeals, steps, documents, messages } = parts

  async function requestOf(request: Awaited<ReturnType<Requests['opened']>>[number]) {
    const kept = await steps.all(null, request)
    return {
      id: request.id,
      type: request.type,
      state: request.state,
      createdAt: request.created_at.toISOString(),
      ...(request.sent_at && { sentAt: request.sent_at.toISOString() }),
      facts: { ...requests.facts(request) },
      shown: { ...request.shown },
      steps: kept.map(({ number, raw, answers }) => ({
        number,
        title: parts.stepTitle(number) ?? '',
        typed: { ...raw },
        ...(answers && { accepted: { ...answers } }),
      })),
      documents: (await documents.list(request)).map((document) => ({ ...document })),
      files: (await filesOf(platform.db, request)).map(({ stored_at, ...file }) => ({
        ...file,
        takenAt: stored_at.toISOString(),
      })),
    }
  }

  /** `too_often` after five a day. Journaled. */
  return async (clientId: string): Promise<CallAnswer<typeof ownData>> => {
    const own = await requests.opened(await requests.list(clientId))
    const subjects = own.flatMap(({ id, shown }) => [id, shown.loan?.id ?? []].flat())
    const answer = {
      madeAt: platform.clock.now().toISOString(),
      profile: { ...(await auth.client(clientId)) },
      identity: {
        confirmed: (await identity.export(clientId)).map((row) => ({ ...row })),
        signInBy: (await identity.own(clientId)).links.map((link) => ({ ...link })),
      },
      consents: await consents.list(clientId),
      requests: await Promise.all(own.map(requestOf)),
      appeals: (await appeals(clientId)).map((appeal) => ({ ...appeal })),
      messages: await messages.ofClient(clientId),
      events: (await eventsOf(platform.db, clientId, subjects)).map(
        ({ at, event, actor_kind, subject_kind, subject_id }) => ({
          at: at.toISOString(),
          event,
          by: actor_kind,
          about: `${subject_kind} ${subject_id}`,
        }),
      ),
    }
    await platform.transact(async (tx) => {
      const who = { kind: 'client', id: clientId } as const
      tx.journal({ event: 'client.ownData', actor: who, subject: who, data: { requests: own.length } })
    })
    return answer
  }
}

export type OwnData = ReturnType<typeof createOwnData>

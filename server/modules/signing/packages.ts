import type { ClientActor } from '#server/http/actors.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { ClientDocument, ClientDocuments } from '../documents/index.ts'
import type { Requests, StoredRequest } from '../requests/index.ts'
import type { SigningPurpose } from './record.ts'
import type { Frozen, Signing } from './service.ts'

/** Keeps what is not kept yet, in the transaction; answers the documents in the order they are signed. */
export type KeepDocuments = (tx: Tx, request: StoredRequest) => Promise<readonly ClientDocument[]>

/** What is to be signed for one purpose. Nothing is printed until the limits of resending have let the call through. */
export interface PackageContent {
  /** For the SMS, in the genitive: «договора займа 16 000 ₽ на 14 дней». */
  readonly about: string
  /** No personal data: sums, terms, ids and versions. */
  readonly terms: Record<string, unknown>
  /** Prints, before the transaction. */
  print(): Promise<KeepDocuments>
}

/** Makes the package of a purpose, or fails: `state_conflict`, `steps_missing`, `offer_over`. */
export type PackageMaker = (request: StoredRequest) => Promise<PackageContent>

interface Parts {
  readonly platform: Platform
  readonly requests: Requests
  readonly documents: ClientDocuments
  readonly signing: Signing
  readonly makers: Readonly<Record<SigningPurpose, PackageMaker>>
}

/** Asking for a signing code: the package is made, frozen, and only then the code goes out. */
export function createPackages({ platform, requests, documents, signing, makers }: Parts) {
  /** The same documents once more when nothing has changed since they were frozen: only the code is new. */
  async function keeping(request: StoredRequest, purpose: SigningPurpose, made: PackageContent) {
    const before = purpose === 'application' ? await signing.standing(request, purpose) : null
    const ids = before?.documents.map(({ id }) => id)
    return ids ? (tx: Tx) => documents.byIds(request.client_id, ids, tx) : made.print()
  }

  return async (
    actor: ClientActor,
    requestId: string,
    asked: { purpose: SigningPurpose; version: number },
  ): Promise<Frozen> => {
    const seen = await requests.owned(actor.id, requestId)
    if (seen.version !== asked.version) throw fail('version_conflict', { details: { version: seen.version } })
    const made = await makers[asked.purpose](seen)
    const prepared = await signing.prepare(actor.id, `${asked.purpose} ${requestId}`)
    const keep: KeepDocuments = await keeping(seen, asked.purpose, made)
    return platform.transact(async (tx) => {
      const request = await requests.lock(tx, requestId, actor.id)
      if (request.version !== seen.version) throw fail('version_conflict', { details: { version: request.version } })
      return signing.freeze(tx, prepared, {
        request,
        purpose: asked.purpose,
        documents: await keep(tx, request),
        terms: made.terms,
        sessionId: actor.sessionId,
        about: made.about,
      })
    })
  }
}

export type AskForCode = ReturnType<typeof createPackages>

import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { ClientDocuments, DocumentKind, PrintedContent } from '../documents/index.ts'
import type { Requests, StoredRequest } from '../requests/index.ts'
import type { Signing } from './service.ts'

interface Parts {
  readonly platform: Platform
  readonly requests: Requests
  readonly documents: ClientDocuments
  readonly signing: Pick<Signing, 'seal'>
}

/** Prints, keeps and seals a paper the lender gives of its own accord; a version of a kind once, however often it is asked for. */
export function createLenderPapers({ platform, requests, documents, signing }: Parts) {
  return async (
    request: StoredRequest,
    kind: DocumentKind,
    version: string,
    content: PrintedContent,
  ): Promise<void> => {
    const isThere = async (tx?: Tx) =>
      (await documents.list(request, tx)).some((one) => one.kind === kind && one.version === version && one.signedAt)
    if (await isThere()) return
    const draft = await documents.print(kind, version, content)
    await platform.transact(async (tx) => {
      const locked = await requests.lock(tx, request.id, request.client_id)
      if (await isThere(tx)) return
      const document = await documents.keep(tx, { clientId: request.client_id, requestId: request.id }, draft)
      await signing.seal(tx, locked, document)
    })
  }
}

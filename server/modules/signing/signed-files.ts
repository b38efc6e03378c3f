import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { ClientDocuments, OpenDocument } from '../documents/index.ts'
import type { Requests } from '../requests/index.ts'
import type { SignedRecord } from './record.ts'
import { attachRecord } from './signed-pdf.ts'
import { readSignature } from './store.ts'

export const signaturePlace = (id: string) => ({ table: 'signature', id })

/** Documents as the files their owner gets: with the record of the signature behind the bytes that were signed. */
export function createSignedFiles({ db, clientKeys }: Platform) {
  /** The evidence of a client's signature. */
  async function signed(clientId: string, id: string): Promise<SignedRecord> {
    const row = await readSignature(db, clientId, id)
    if (!row) throw fail('not_found')
    return (await clientKeys.of(db, clientId)).unseal<SignedRecord>(row.record, signaturePlace(id))
  }

  /** The signed bytes with the record of their signature behind them; as they are before they are signed. */
  const withSignature = async ({ pdf, signatureId, clientId }: OpenDocument): Promise<Buffer> =>
    signatureId ? attachRecord(pdf, await signed(clientId, signatureId)) : pdf

  const file = async (document: OpenDocument): Promise<{ name: string; content: Buffer }> => ({
    name: `${document.title}.pdf`,
    content: await withSignature(document),
  })

  return { signed, withSignature, file }
}

interface FilesFrom {
  readonly requests: Pick<Requests, 'find'>
  readonly documents: Pick<ClientDocuments, 'read'>
  readonly signedFiles: ReturnType<typeof createSignedFiles>
}

/** What goes with a letter: documents of a request by their ids; nothing once the request is gone. */
export const lettersFiles =
  ({ requests, documents, signedFiles }: FilesFrom) =>
  async ({ requestId, documents: ids }: { readonly requestId: string; readonly documents: readonly string[] }) => {
    const request = await requests.find(requestId)
    return request ? Promise.all(ids.map(async (id) => signedFiles.file(await documents.read(request, id)))) : []
  }

import type { DocumentView } from '#contract/calls/offer.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { RequestKey } from '../requests/index.ts'
import type { PrintedContent } from './printing/content.ts'
import { openPress, type Press, type Printed } from './printing/press.ts'
import {
  anyDocument,
  type DocumentHead,
  type DocumentRow,
  documentsByIds,
  documentsOf,
  insertDocument,
  markSigned,
  readDocument,
} from './store.ts'

/** What a document made for a person is. */
export type DocumentKind =
  | 'application'
  | 'consent'
  | 'conditions'
  | 'schedule'
  | 'debtBurdenNotice'
  | 'prolongation'
  | 'newTerms'
  | 'settled'
  | 'generalConditions'

/** A document printed and not yet kept. */
export interface Draft extends Printed {
  readonly kind: DocumentKind
  readonly title: string
  readonly version: string
}

/** A kept document without its bytes. */
export interface ClientDocument {
  readonly id: string
  readonly kind: string
  readonly title: string
  readonly version: string
  readonly sha256: string
}

/** A kept document, opened. */
export interface OpenDocument extends ClientDocument {
  readonly pdf: Buffer
  readonly text: string
  readonly signatureId: string | null
  readonly clientId: string
}

const place = (id: string, column: string) => ({ table: 'client_document', id, column })

const headOf = ({ id, kind, title, version, sha256 }: DocumentHead): ClientDocument => ({
  id,
  kind,
  title,
  version,
  sha256,
})

const viewOf = (row: DocumentHead): DocumentView => ({
  ...headOf(row),
  createdAt: row.created_at.toISOString(),
  ...(row.signed_at && { signedAt: row.signed_at.toISOString() }),
})

/** Documents made for one person: printed once, kept as bytes, never made again. */
export function createDocuments(platform: Platform, press: Press = openPress()) {
  const { clock, clientKeys } = platform

  async function open(row: DocumentRow): Promise<OpenDocument> {
    const sealing = await clientKeys.of(platform.db, row.client_id)
    return {
      ...headOf(row),
      pdf: Buffer.from(sealing.unseal<string>(row.pdf, place(row.id, 'pdf')), 'base64'),
      text: sealing.unseal<string>(row.plain, place(row.id, 'plain')),
      signatureId: row.signature_id,
      clientId: row.client_id,
    }
  }

  return {
    /** Prints a document. Takes part of a second: before the transaction, never within. */
    async print(kind: DocumentKind, version: string, content: PrintedContent): Promise<Draft> {
      return { kind, version, title: content.title, ...(await press(content, clock.now())) }
    },

    /** Keeps a printed document of a request. */
    async keep(tx: Tx, owner: { clientId: string; requestId: string }, draft: Draft): Promise<ClientDocument> {
      const id = newId()
      const { kind, title, version, sha256 } = draft
      const sealing = await clientKeys.of(tx.db, owner.clientId)
      await insertDocument(tx.db, {
        id,
        client_id: owner.clientId,
        request_id: owner.requestId,
        kind,
        title,
        version,
        sha256,
        pdf: sealing.seal(draft.pdf.toString('base64'), place(id, 'pdf')),
        plain: sealing.seal(draft.text, place(id, 'plain')),
        created_at: clock.now(),
        signature_id: null,
        signed_at: null,
      })
      tx.journal({
        event: 'document.make',
        actor: { kind: 'system', id: 'documents' },
        subject: { kind: 'request', id: owner.requestId },
        data: { document: id, kind, version, sha256 },
      })
      return { id, kind, title, version, sha256 }
    },

    /** Kept documents by id, in the order of the ids. Inside a transaction, give its `tx`. */
    async byIds(clientId: string, ids: readonly string[], tx?: Tx): Promise<DocumentView[]> {
      const rows = await documentsByIds(tx?.db ?? platform.db, clientId, ids)
      return ids.flatMap((id) => rows.filter((row) => row.id === id).map(viewOf))
    },

    /** Marks a package's documents as signed. */
    signed: (tx: Tx, clientId: string, ids: readonly string[], signatureId: string) =>
      markSigned(tx.db, clientId, ids, signatureId, clock.now()),

    /** All documents of a request: its owner's check is the caller's. Inside a transaction, give its `tx`. */
    async list(request: RequestKey, tx?: Tx): Promise<DocumentView[]> {
      return (await documentsOf(tx?.db ?? platform.db, request)).map(viewOf)
    },

    /** Any document by its id alone: who may see it is the caller's question. */
    async find(id: string): Promise<OpenDocument | null> {
      const row = await anyDocument(platform.db, id)
      return row ? open(row) : null
    },

    /** One document with its bytes, or `not_found` when it is not of this request. */
    async read(request: RequestKey, id: string): Promise<OpenDocument> {
      const row = await readDocument(platform.db, request, id)
      if (!row) throw fail('not_found')
      return open(row)
    },
  }
}

export type ClientDocuments = ReturnType<typeof createDocuments>

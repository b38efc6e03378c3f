import type { PublishedDocument } from '#contract/calls/documents.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Documents } from '../documents/index.ts'
import { insertConsents, listConsents, withdrawConsents } from './store.ts'

/** Consents: one document, version, text hash and time each; the optional ones can be withdrawn. */
export function createConsents(platform: Platform, documents: Documents) {
  return {
    async give(
      tx: Tx,
      clientId: string,
      given: readonly Pick<PublishedDocument, 'id' | 'version' | 'sha256'>[],
    ): Promise<void> {
      const standing = (await listConsents(tx.db, clientId)).filter((c) => !c.withdrawn_at)
      const fresh = given.filter((d) => !standing.some((c) => c.document === d.id && c.version === d.version))
      const given_at = platform.clock.now()
      await insertConsents(
        tx.db,
        fresh.map((d) => ({
          id: newId(),
          client_id: clientId,
          document: d.id,
          version: d.version,
          sha256: d.sha256,
          given_at,
          withdrawn_at: null,
        })),
      )
      for (const d of fresh) {
        tx.journal({
          event: 'consent.give',
          actor: { kind: 'client', id: clientId },
          subject: { kind: 'client', id: clientId },
          data: { document: d.id, version: d.version, sha256: d.sha256 },
        })
      }
    },

    /** Documents whose consent stands now. */
    async standing(tx: Tx, clientId: string): Promise<readonly string[]> {
      const rows = await listConsents(tx.db, clientId)
      return rows.filter((row) => !row.withdrawn_at).map((row) => row.document)
    },

    async list(clientId: string) {
      const rows = await listConsents(platform.db, clientId)
      return rows.map((row) => {
        const document = documents.version(row.document, row.version)
        return {
          id: row.document,
          version: row.version,
          title: document?.title ?? row.document,
          givenAt: row.given_at.toISOString(),
          ...(row.withdrawn_at && { withdrawnAt: row.withdrawn_at.toISOString() }),
          optional: document ? !document.required : false,
        }
      })
    },

    /** The exact text of a consent that stands, and when it was given: a package that was signed later gave it again. Null: it was withdrawn. */
    async standingText(clientId: string, documentId: string, signedAt: Date) {
      const rows = (await listConsents(platform.db, clientId)).filter((row) => row.document === documentId)
      const last = rows.filter((row) => !row.withdrawn_at).at(-1)
      if (!last && rows.length > 0) return null
      const version = last?.version ?? documents.current('consent').find(({ id }) => id === documentId)?.version ?? ''
      const text = documents.version(documentId, version)?.text
      if (text === undefined) return null
      return { text, givenAt: last && last.given_at > signedAt ? last.given_at : signedAt }
    },

    async withdraw(tx: Tx, clientId: string, documentId: string): Promise<void> {
      const current = documents.current('consent').find((d) => d.id === documentId)
      if (current?.required) throw fail('state_conflict')
      if ((await withdrawConsents(tx.db, clientId, documentId, platform.clock.now())) === 0) throw fail('not_found')
      tx.journal({
        event: 'consent.withdraw',
        actor: { kind: 'client', id: clientId },
        subject: { kind: 'client', id: clientId },
        data: { document: documentId },
      })
    },
  }
}

export type Consents = ReturnType<typeof createConsents>

import * as z from 'zod/mini'
import { defineCall } from '../call.ts'

/** Where a published document is accepted: at sign-up, as a consent of its own, with the contract, or nowhere (to read). */
export const documentUses = ['signUp', 'consent', 'contract', 'read'] as const

export const publishedDocumentSchema = z.object({
  id: z.string(),
  version: z.string(),
  /** In force since, `YYYY-MM-DD`. */
  from: z.string(),
  title: z.string(),
  use: z.enum(documentUses),
  required: z.boolean(),
  sha256: z.string(),
})
export type PublishedDocument = z.output<typeof publishedDocumentSchema>

export const publishedDocuments = defineCall({
  name: 'publishedDocuments',
  about: "The lender's documents in force and those before them: agreements, consents, general conditions, tariffs",
  method: 'GET',
  path: '/service/documents',
  who: 'anyone',
  answer: z.object({
    documents: z.array(publishedDocumentSchema),
    /** Versions that were in force before, newest first: what somebody accepted then can still be read. */
    earlier: z.array(publishedDocumentSchema),
  }),
})

export const publishedDocument = defineCall({
  name: 'publishedDocument',
  about: 'The text of one published document in one version, in paragraphs; a line that starts with # is a heading',
  method: 'GET',
  path: '/service/documents/:documentId/:version',
  who: 'anyone',
  params: z.object({ documentId: z.string().check(z.maxLength(60)), version: z.string().check(z.maxLength(20)) }),
  answer: z.object({ document: publishedDocumentSchema, text: z.string() }),
  errors: ['not_found'],
})

export const signatureKey = defineCall({
  name: 'signatureKey',
  about: "The lender's public key for signed documents, to check one without this server",
  method: 'GET',
  path: '/service/documents/signature-key',
  who: 'anyone',
  answer: z.object({
    /** Base64 of the DER of an Ed25519 public key. */
    key: z.string(),
    /** Start of its SHA-256, in groups of four, to be compared by eye. */
    fingerprint: z.string(),
  }),
})

import { createHash, type KeyObject, sign, verify } from 'node:crypto'
import * as z from 'zod/mini'
import { canonicalJson } from '#server/platform/canonical.ts'
import { publicKeyText, type SigningKey } from './keys.ts'

export const signingPurposes = ['application', 'contract', 'prolongation', 'newTerms'] as const
export type SigningPurpose = (typeof signingPurposes)[number]

const signedDocument = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  version: z.string(),
  sha256: z.string(),
})

const recordSchema = z.object({
  format: z.literal('zayavka-signature/1'),
  id: z.string(),
  purpose: z.enum(signingPurposes),
  requestId: z.string(),
  lender: z.object({ name: z.string(), ogrn: z.string(), inn: z.string() }),
  signer: z.object({ clientId: z.string(), name: z.string(), phone: z.string() }),
  /** The agreement that makes a code a signature: accepted before the first signed document. */
  agreement: z.nullable(
    z.object({ document: z.string(), version: z.string(), sha256: z.string(), acceptedAt: z.string() }),
  ),
  package: z.object({
    id: z.string(),
    hash: z.string(),
    frozenAt: z.string(),
    documents: z.array(signedDocument),
    /** Sums in kopecks; the offer's id and version for a contract. */
    terms: z.record(z.string(), z.unknown()),
  }),
  /** The SMS by its id: its provider, the provider's id and the delivery state are kept with the message. */
  code: z.object({ messageId: z.string(), sentAt: z.string() }),
  entered: z.object({ at: z.string(), address: z.string(), userAgent: z.string(), session: z.string() }),
})

const sealSchema = z.object({
  format: z.literal('zayavka-seal/1'),
  id: z.string(),
  requestId: z.string(),
  lender: z.object({ name: z.string(), ogrn: z.string(), inn: z.string() }),
  document: signedDocument,
  sealedAt: z.string(),
})

/** The lender's own word for a paper nobody signs with a code: a certificate, a new schedule. */
export type SealRecord = z.output<typeof sealSchema>

/** The evidence of one signature: who, what, when, from where. */
export type SignatureRecord = z.output<typeof recordSchema>

/** As it was written and no other way: decoders let strange padding pass. */
const base64 = z.string().check(z.refine((text) => Buffer.from(text, 'base64').toString('base64') === text))

const signedSchema = z.object({ record: z.union([recordSchema, sealSchema]), key: base64, signature: base64 })

/** A record with the lender's signature (Ed25519, RFC 8032) over its canonical JSON, and the public key it was made by. */
export type SignedRecord = z.output<typeof signedSchema>

export function signRecord(record: SignatureRecord | SealRecord, key: SigningKey): SignedRecord {
  const signature = sign(null, Buffer.from(canonicalJson(record)), key.privateKey).toString('base64')
  return { record, key: publicKeyText(key.publicKey), signature }
}

/** Whether a record was signed by one of the keys and not changed since. */
export function recordIsTrue({ record, signature }: SignedRecord, keys: readonly KeyObject[]): boolean {
  const bytes = Buffer.from(canonicalJson(record))
  const proof = Buffer.from(signature, 'base64')
  return keys.some((key) => verify(null, bytes, key, proof))
}

/** The documents a record speaks of. */
export const documentsIn = (record: SignatureRecord | SealRecord) =>
  record.format === 'zayavka-seal/1' ? [record.document] : record.package.documents

/** Reads a record from JSON; null for anything else. Nothing is dropped: what was signed is what is read. */
export function readSignedRecord(json: string): SignedRecord | null {
  try {
    const value: unknown = JSON.parse(json)
    return signedSchema.safeParse(value).success ? (value as SignedRecord) : null
  } catch {
    return null
  }
}

/** What a package is known by: documents in their order by hash, and the terms. */
export function packageHash(
  documents: readonly { readonly id: string; readonly sha256: string }[],
  terms: Record<string, unknown>,
): string {
  const content = { documents: documents.map(({ id, sha256 }) => ({ id, sha256 })), terms }
  return createHash('sha256').update(canonicalJson(content)).digest('hex')
}

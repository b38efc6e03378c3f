import type { Lender } from '#contract/lender.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { OneTimeCodes } from '#server/platform/one-time-codes.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Auth, Consents } from '../auth/index.ts'
import type { ClientDocument, ClientDocuments, Documents } from '../documents/index.ts'
import type { Messages } from '../messages/index.ts'
import type { StoredRequest } from '../requests/index.ts'
import { signingKeys } from './keys.ts'
import { letterOfSigned } from './letters.ts'
import { packageHash, type SealRecord, type SignatureRecord, type SigningPurpose, signRecord } from './record.ts'
import { createSignedFiles, signaturePlace } from './signed-files.ts'
import { insertPackage, insertSignature, lastPackage, type PackageRow, readPackage, spendPackage } from './store.ts'

interface Parts {
  readonly platform: Platform
  readonly codes: OneTimeCodes
  readonly clients: Pick<Auth, 'client' | 'clientWithin'>
  readonly consents: Pick<Consents, 'list'>
  readonly messages: Messages
  readonly documents: ClientDocuments
  readonly published: Documents
  readonly lender: Pick<Lender, 'brand' | 'legal' | 'contacts'>
}

/** What is known of the signer before the transaction: the phone, and the agreement that makes a code a signature. */
export interface Prepared {
  readonly phone: string
  readonly agreement: SignatureRecord['agreement']
}

export interface ToFreeze {
  readonly request: StoredRequest
  readonly purpose: SigningPurpose
  readonly documents: readonly ClientDocument[]
  readonly terms: Record<string, unknown>
  readonly sessionId: string
  /** For the SMS, in the genitive: «договора займа 16 000 ₽ на 14 дней». */
  readonly about: string
}

export interface ToConfirm {
  readonly request: StoredRequest
  readonly purpose: SigningPurpose
  readonly packageId: string
  readonly code: string
  readonly sessionId: string
  readonly address: string
  readonly userAgent: string
  /** The signer's full name. */
  readonly name: string
}

export interface Frozen {
  readonly package: string
  readonly documents: { id: string; title: string; sha256: string }[]
  readonly resendAfterSeconds: number
  readonly livesSeconds: number
}

export interface Confirmed {
  readonly signatureId: string
  readonly documents: readonly ClientDocument[]
  readonly terms: Record<string, unknown>
}

/** Signing by SMS code: one code signs one listed package, of one person, in one session, on one version of the request. */
export function createSigning(parts: Parts) {
  const { platform, codes, clients, consents, messages, documents, published, lender } = parts
  const { clock, sealing, limits, config } = platform
  const keys = signingKeys(platform.keys)

  const codeFor = (
    row: Pick<PackageRow, 'purpose' | 'hash' | 'id' | 'session_id' | 'request_version'>,
    phone: string,
  ) => ({
    purpose: `sign.${row.purpose}`,
    subject: sealing.indexes('phone', phone),
    binding: JSON.stringify([row.id, row.hash, row.session_id, row.request_version]),
  })

  /** Keyed hashes of a code that signed a package: by the present key first, then by the former ones. */
  const spentCodes = ({ packageId, code }: Pick<ToConfirm, 'packageId' | 'code'>): string[] =>
    sealing.indexes('signing.code', `${packageId} ${code}`).map((hash) => hash.toString('hex'))

  async function agreementOf(clientId: string): Promise<SignatureRecord['agreement']> {
    const accepted = (await consents.list(clientId))
      .filter(({ id, withdrawnAt }) => id === 'asp' && !withdrawnAt)
      .at(-1)
    const text = accepted && published.version(accepted.id, accepted.version)
    if (!text) return null
    return { document: text.id, version: text.version, sha256: text.sha256, acceptedAt: accepted.givenAt }
  }

  return {
    ...createSignedFiles(platform),

    /** Before the transaction: within the limits of resending, and who signs. Fails with `too_often`. */
    async prepare(clientId: string, what: string): Promise<Prepared> {
      const { phone } = await clients.client(clientId)
      // The pause is between two codes for one thing; a contract need not wait for the application's code.
      await limits.take('signingCode', { subject: `${phone} ${what}`, phone })
      return { phone, agreement: await agreementOf(clientId) }
    },

    /** Documents frozen for this very version of the request, when only the code is to be sent again. */
    async standing(request: StoredRequest, purpose: SigningPurpose): Promise<PackageRow | null> {
      const row = await lastPackage(platform.db, request, purpose)
      return row && !row.used_at && row.request_version === request.version ? row : null
    },

    /** Freezes a package, then sends its code. The request is locked by the caller. */
    async freeze(tx: Tx, { phone, agreement }: Prepared, given: ToFreeze): Promise<Frozen> {
      const { request, purpose, sessionId, about } = given
      const now = clock.now()
      const terms = { ...given.terms, agreement }
      const row: PackageRow = {
        id: newId(),
        request_id: request.id,
        client_id: request.client_id,
        session_id: sessionId,
        purpose,
        documents: given.documents.map(({ id, kind, title, version, sha256 }) => ({
          id,
          kind,
          title,
          version,
          sha256,
        })),
        terms,
        hash: packageHash(given.documents, terms),
        request_version: request.version,
        message_id: '',
        frozen_at: now,
        sent_at: now,
        used_at: null,
        used_code: null,
      }
      const what = codeFor(row, phone)
      // Whatever was sent for earlier terms is void, in every browser.
      await codes.void(tx.db, what.purpose, what.subject)
      const { code } = await codes.issue(tx.db, what, config.testCodes.sms)
      const text = `${lender.brand.name}: код ${code} для подписи ${about}. Никому его не говорите, даже нашим сотрудникам.`
      const message_id = await messages.sms(tx, {
        kind: 'signingCode',
        phone,
        text: text.replaceAll('\u00a0', ' '),
        clientId: request.client_id,
        requestId: request.id,
      })
      await insertPackage(tx.db, { ...row, message_id })
      tx.journal({
        event: 'signing.freeze',
        actor: { kind: 'client', id: request.client_id },
        subject: { kind: 'request', id: request.id },
        data: { purpose, package: row.id, hash: row.hash, documents: row.documents.map(({ sha256 }) => sha256) },
      })
      return {
        package: row.id,
        documents: row.documents.map(({ id, title, sha256 }) => ({ id, title, sha256 })),
        resendAfterSeconds: limits.figureOf('signingCode', 'pause').window / 1000,
        livesSeconds: codes.lifeSeconds,
      }
    },

    /**
     * Whether this package of the request was signed for this purpose with this very code: a second tap, or an answer that was
     * lost. Another code for it, or a package signed for something else, is refused as any wrong code. The request is
     * locked by the caller.
     */
    async alreadySigned(
      tx: Tx,
      request: StoredRequest,
      purpose: SigningPurpose,
      entered: Pick<ToConfirm, 'packageId' | 'code'>,
    ): Promise<boolean> {
      const row = await readPackage(tx.db, request, entered.packageId)
      if (!row || row.used_at === null) return false
      const same = row.used_code !== null && spentCodes(entered).includes(row.used_code)
      if (row.purpose !== purpose || !same) throw fail('code_wrong')
      return true
    },

    /** Checks the code and keeps the evidence. A wrong code counts; a changed request is `version_conflict`. */
    async confirm(tx: Tx, given: ToConfirm): Promise<Confirmed> {
      const { request, purpose, packageId, sessionId } = given
      const row = await readPackage(tx.db, request, packageId)
      if (row?.purpose !== purpose || row.used_at) throw fail('code_wrong')
      if (row.request_version !== request.version)
        throw fail('version_conflict', { details: { version: request.version } })
      const { phone, email } = await clients.clientWithin(tx, request.client_id)
      const what = codeFor({ ...row, session_id: sessionId }, phone)
      const codeId = await codes.check(tx.db, what, given.code)
      const subject = { kind: 'request', id: request.id } as const
      const actor = { kind: 'client', id: request.client_id } as const
      if (!codeId) {
        tx.journal({ event: 'signing.codeWrong', actor, subject, data: { purpose, package: row.id } })
        throw fail('code_wrong', { keep: true })
      }
      await codes.use(tx.db, codeId)
      // A code that was entered needs no pause before the next thing to sign.
      tx.afterCommit(() => limits.forget('signingCode', 'pause', `${phone} ${purpose} ${request.id}`))
      const now = clock.now()
      const { agreement, ...terms } = row.terms as Record<string, unknown> & Pick<SignatureRecord, 'agreement'>
      const id = newId()
      const record: SignatureRecord = {
        format: 'zayavka-signature/1',
        id,
        purpose,
        requestId: request.id,
        lender: { name: lender.legal.fullName, ogrn: lender.legal.ogrn, inn: lender.legal.inn },
        signer: { clientId: request.client_id, name: given.name, phone },
        agreement,
        package: {
          id: row.id,
          hash: row.hash,
          frozenAt: row.frozen_at.toISOString(),
          documents: [...row.documents],
          terms,
        },
        code: { messageId: row.message_id, sentAt: row.sent_at.toISOString() },
        entered: { at: now.toISOString(), address: given.address, userAgent: given.userAgent, session: sessionId },
      }
      await insertSignature(tx.db, {
        id,
        client_id: request.client_id,
        package_id: row.id,
        request_id: request.id,
        purpose,
        record: request.sealing.seal(signRecord(record, keys.current), signaturePlace(id)),
        signed_at: now,
      })
      await spendPackage(tx.db, row, now, spentCodes(given)[0] ?? '')
      const ids = row.documents.map((document) => document.id)
      await documents.signed(tx, request.client_id, ids, id)
      tx.journal({ event: 'signing.sign', actor, subject, data: { purpose, signature: id, hash: row.hash } })
      if (email) {
        const letter = letterOfSigned(purpose, row.documents, lender)
        const about = { kind: 'signedDocuments', clientId: request.client_id, requestId: request.id }
        await messages.email(tx, { ...about, to: email, ...letter, papers: { requestId: request.id, documents: ids } })
      }
      return { signatureId: id, documents: row.documents, terms }
    },

    /** The lender's word for a paper of its own: whoever gets the file can see that it is this one, unchanged. */
    async seal(tx: Tx, request: StoredRequest, document: ClientDocument): Promise<void> {
      const id = newId()
      const now = clock.now()
      const { id: documentId, kind, title, version, sha256 } = document
      const record: SealRecord = {
        format: 'zayavka-seal/1',
        id,
        requestId: request.id,
        lender: { name: lender.legal.fullName, ogrn: lender.legal.ogrn, inn: lender.legal.inn },
        document: { id: documentId, kind, title, version, sha256 },
        sealedAt: now.toISOString(),
      }
      const sealed = request.sealing.seal(signRecord(record, keys.current), signaturePlace(id))
      await insertSignature(tx.db, {
        id,
        client_id: request.client_id,
        package_id: null,
        request_id: request.id,
        purpose: 'seal',
        record: sealed,
        signed_at: now,
      })
      await documents.signed(tx, request.client_id, [documentId], id)
      const subject = { kind: 'request', id: request.id } as const
      const data = { document: documentId, kind, sha256, signature: id }
      tx.journal({ event: 'paper.seal', actor: { kind: 'system', id: 'signing' }, subject, data })
    },
  }
}

export type Signing = ReturnType<typeof createSigning>

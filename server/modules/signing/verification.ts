import { createHash, type KeyObject } from 'node:crypto'
import { formatPhone, type Phone } from '#contract/identifiers.ts'
import { publicKeyText, readPublicKey } from './keys.ts'
import {
  documentsIn,
  readSignedRecord,
  recordIsTrue,
  type SealRecord,
  type SignatureRecord,
  type SignedRecord,
} from './record.ts'
import { detachRecord } from './signed-pdf.ts'

export type SignatureVerdict =
  | {
      readonly ok: true
      readonly record: SignatureRecord | SealRecord
      readonly document: SignatureRecord['package']['documents'][number]
    }
  | { readonly ok: false; readonly reason: 'noRecord' | 'changed' | 'notInPackage' | 'falseSignature' | 'anotherKey' }

/**
 * Checks a signed file without database or network: the bytes against the hash in the record, the record against the lender's
 * signature. `beside` is the record where it is a file of its own; `keys` are the lender's public keys, or none to check only
 * that the file agrees with itself.
 */
export function verifySigned(file: Buffer, keys: readonly KeyObject[], beside?: string): SignatureVerdict {
  const found = takeApart(file, beside)
  if (typeof found === 'string') return { ok: false, reason: found }
  const { pdf, signed } = found
  const named = keyNamedBy(signed)
  if (!named || !recordIsTrue(signed, [named])) return { ok: false, reason: 'falseSignature' }
  if (keys.length > 0 && !keys.some((key) => key.equals(named))) return { ok: false, reason: 'anotherKey' }
  const sha256 = createHash('sha256').update(pdf).digest('hex')
  const document = documentsIn(signed.record).find((one) => one.sha256 === sha256)
  return document ? { ok: true, record: signed.record, document } : { ok: false, reason: 'notInPackage' }
}

function takeApart(file: Buffer, beside?: string): { pdf: Buffer; signed: SignedRecord } | 'noRecord' | 'changed' {
  if (beside !== undefined) {
    const signed = readSignedRecord(beside)
    return signed ? { pdf: file, signed } : 'noRecord'
  }
  const found = detachRecord(file)
  if (found) return found
  return file.includes('zayavka signature record') ? 'changed' : 'noRecord'
}

function keyNamedBy({ key }: SignedRecord): KeyObject | null {
  try {
    const named = readPublicKey(key)
    // A decoder lets bytes behind the key pass.
    return publicKeyText(named) === key ? named : null
  } catch {
    return null
  }
}

const purposes: Readonly<Record<SignatureRecord['purpose'], string>> = {
  application: 'заявка на заём',
  contract: 'договор займа',
  newTerms: 'соглашение о новых условиях займа',
  prolongation: 'соглашение о продлении',
}

const failures: Readonly<Record<Extract<SignatureVerdict, { ok: false }>['reason'], string>> = {
  noRecord: 'В файле нет записи о подписи.',
  changed: 'Файл изменён: запись о подписи повреждена или после неё что-то дописано.',
  notInPackage: 'Файл изменён: такого документа в подписанном пакете нет.',
  falseSignature: 'Запись о подписи изменена: электронная подпись организации не сходится.',
  anotherKey: 'Запись подписана другим ключом: это не ключ этой организации.',
}

/** The verdict in words: who, when, what, unchanged or not. */
export function verdictInWords(verdict: SignatureVerdict): string {
  if (!verdict.ok) return failures[verdict.reason]
  const { record, document } = verdict
  if (record.format === 'zayavka-seal/1') return sealInWords(record)
  const { signer, entered, agreement, lender } = record
  return [
    'Подпись верна, документ не изменён.',
    `Документ: ${document.title}, версия ${document.version}`,
    `SHA-256: ${document.sha256}`,
    `Подписано: ${purposes[record.purpose]}, пакет из ${record.package.documents.length} док.`,
    `Подписал: ${signer.name}, телефон ${formatPhone(signer.phone as Phone)}`,
    `Код отправлен: ${record.code.sentAt}, сообщение ${record.code.messageId}`,
    `Код введён: ${entered.at}, адрес ${entered.address}`,
    agreement ? `Соглашение о подписи: версия ${agreement.version}, принято ${agreement.acceptedAt}` : '',
    `Организация: ${lender.name}, ИНН ${lender.inn}`,
  ]
    .filter(Boolean)
    .join('\n')
}

function sealInWords({ document, lender, sealedAt }: SealRecord): string {
  return [
    'Документ выдан организацией и не изменён.',
    `Документ: ${document.title}, версия ${document.version}`,
    `SHA-256: ${document.sha256}`,
    `Выдан: ${sealedAt}`,
    `Организация: ${lender.name}, ИНН ${lender.inn}`,
  ].join('\n')
}

import { type NoticeAbout, type NoticeKind, noticeOf, noticeWords } from '#contract/notices.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Messages } from './outbox.ts'

export interface ToTell {
  readonly clientId: string
  readonly requestId?: string
  /** Where it is not the phone of the account. */
  readonly phone?: string
  /** Goes out then: the first moment the law allows. */
  readonly notBefore?: Date
}

type Telling<Answer> = <Kind extends NoticeKind>(
  tx: Tx,
  to: ToTell,
  kind: Kind,
  ...about: NoticeAbout<Kind>
) => Promise<Answer>

/** Tells a borrower something of the table of notices, if the transaction commits. */
export type Notify = Telling<void>

/** The same, for who wants to know later whether it arrived: answers the id of the message. */
export type Tell = Telling<string>

interface Parts {
  readonly messages: Messages
  /** The lender's name, before every notice. */
  readonly brand: string
  /** The words that are the lender's own now, and the hash of their version; none: the product's. */
  readonly texts?: () => { readonly own: Readonly<Record<string, string>>; readonly sha256: string }
  readonly clientOf: (tx: Tx, clientId: string) => Promise<{ readonly phone: string }>
}

export function createTell({ messages, brand, clientOf, texts }: Parts): Tell {
  return async (tx, { clientId, requestId, phone, notBefore }, kind, ...about) => {
    const by = texts?.()
    const text = `${brand}: ${noticeWords(kind, by?.own ?? {}, ...about)}`.replaceAll('\u00a0', ' ')
    return messages.sms(tx, {
      kind,
      phone: phone ?? (await clientOf(tx, clientId)).phone,
      text,
      ...(by && { texts: by.sha256 }),
      clientId,
      ...(requestId !== undefined && { requestId }),
      ...(notBefore && { notBefore }),
      waits: noticeOf(kind).hours === 'day',
    })
  }
}

export function createNotify(parts: Parts): Notify {
  const tell = createTell(parts)
  return async (tx, to, kind, ...about) => void (await tell(tx, to, kind, ...about))
}

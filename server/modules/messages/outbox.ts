import type { Tx } from '#server/platform/transaction.ts'
import type { Papers } from './content.ts'

interface About {
  /** What it is, such as `signInCode`; kinds that end in `Code` carry a one-time code and die with it. */
  kind: string
  clientId?: string
  requestId?: string
  /** May wait for the morning of whom it is for. */
  waits?: boolean
  /** Goes out then: the first moment the law allows. */
  notBefore?: Date
  /** The hash of the version its words are of. */
  texts?: string
}

/** What other modules ask of messages: put one into the outbox of this transaction. Answers the message's id. */
export interface Messages {
  sms(tx: Tx, message: About & { phone: string; text: string }): Promise<string>
  email(tx: Tx, message: About & { to: string; subject: string; text: string; papers?: Papers }): Promise<string>
}

import type { Tx } from '#server/platform/transaction.ts'

/** What other modules ask of messages: put one into the outbox of this transaction. */
export interface Messages {
  sms(
    tx: Tx,
    message: { kind: string; phone: string; text: string; clientId?: string; requestId?: string },
  ): Promise<string>
  email(
    tx: Tx,
    message: { kind: string; to: string; subject: string; text: string; clientId?: string },
  ): Promise<string>
}

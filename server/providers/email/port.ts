export interface Letter {
  /** Our own id of the message; becomes part of its Message-ID. */
  readonly key: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly attachments?: readonly Attachment[]
}

/** A PDF that goes with a letter. */
export interface Attachment {
  /** «Индивидуальные условия.pdf» */
  readonly name: string
  readonly content: Buffer
}

/** A way to send e-mail. `send` answers the id under which the server took the letter; throws `LetterRefused` when it will never. */
export interface Mailer {
  readonly name: string
  send(letter: Letter): Promise<string>
}

/** The mail server will not take this letter, now or later (RFC 5321: a 5xx reply). */
export class LetterRefused extends Error {
  override name = 'LetterRefused'
  readonly reason: string

  constructor(reason: string) {
    super(`The mail server refused the letter: ${reason}`)
    this.reason = reason
  }
}

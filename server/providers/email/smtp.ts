import { createTransport } from 'nodemailer'
import type { Secret } from '#server/platform/secret.ts'
import { LetterRefused, type Mailer } from './port.ts'

const longest = 10_000

interface Settings {
  /** `smtps://user:password@host:465`; `smtp://` starts unencrypted and asks for STARTTLS, unless `plain` allows it not to. */
  readonly url: Secret
  /** «Бренд <noreply@lender.example>» */
  readonly from: string
  /** A server on this machine, without encryption: outside production only. */
  readonly plain?: boolean
}

/** E-mail by SMTP. A 5xx reply is a refusal; anything else may be tried again. */
export function smtpMailer({ url, from, plain = false }: Settings): Mailer {
  const transport = createTransport({
    url: url.reveal(),
    connectionTimeout: longest,
    greetingTimeout: longest,
    socketTimeout: longest,
    requireTLS: !plain,
    ignoreTLS: plain,
    // What a letter says comes from us, never from files or addresses it may name.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'zayavka.invalid'

  return {
    name: 'smtp',

    async send({ key, to, subject, text, attachments = [] }) {
      try {
        const files = attachments.map(({ name, content }) => ({
          filename: name,
          content,
          contentType: 'application/pdf',
        }))
        const messageId = `<${key}@${domain}>`
        const sent = await transport.sendMail({ from, to, subject, text, messageId, attachments: files })
        return sent.messageId
      } catch (error) {
        const code = (error as { responseCode?: number }).responseCode
        if (code !== undefined && code >= 500 && code !== 535) throw new LetterRefused(String(code))
        throw error
      }
    },
  }
}

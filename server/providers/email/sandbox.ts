import type { Mailer } from './port.ts'

/** Takes every letter and sends nothing to anybody: the office shows what was sent. */
export function sandboxMailer(): Mailer {
  return { name: 'sandbox', send: async ({ key }) => key }
}

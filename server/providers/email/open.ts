import type { Platform } from '#server/platform/platform.ts'
import { StartRefused } from '#server/platform/refusal.ts'
import type { Mailer } from './port.ts'
import { sandboxMailer } from './sandbox.ts'
import { smtpMailer } from './smtp.ts'

/** The way to send e-mail of the configuration: SMTP_URL with EMAIL_FROM, else the sandbox. Throws StartRefused. */
export function openMailer({ config }: Pick<Platform, 'config'>): Mailer {
  const { provider, smtpUrl, settings } = config.email
  if (provider === 'sandbox') return sandboxMailer()
  if (provider !== 'smtp') throw new StartRefused(`EMAIL_PROVIDER ${provider} is not known: choose smtp or sandbox`)
  if (!smtpUrl) throw new StartRefused('SMTP_URL is not set: smtp asks for it')
  const from = settings.FROM?.reveal()
  if (!from) throw new StartRefused('EMAIL_FROM is not set: give the address letters come from')
  return smtpMailer({ url: smtpUrl, from, plain: !config.production })
}

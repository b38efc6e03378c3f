import type { Platform } from '#server/platform/platform.ts'
import { StartRefused } from '#server/platform/refusal.ts'
import type { Secret } from '#server/platform/secret.ts'
import type { SmsGateway } from './port.ts'
import { sandboxSms } from './sandbox.ts'

type Settings = Readonly<Record<string, Secret>>

function open(provider: string, _settings: Settings, prefix: string): SmsGateway {
  if (provider === 'sandbox') return sandboxSms()
  throw new StartRefused(`${prefix}PROVIDER names no gateway that is known: ${provider}`)
}

/** The SMS gateways of the configuration: SMS_PROVIDER first, then SMS_SECOND_PROVIDER with its SMS_SECOND_… settings. */
export function openSmsGateways({ config }: Pick<Platform, 'config' | 'outbound'>): SmsGateway[] {
  const { provider, settings } = config.sms
  return [open(provider, settings, 'SMS_')]
}

import type { Platform } from '#server/platform/platform.ts'
import { StartRefused } from '#server/platform/refusal.ts'
import type { GatewayParts, SmsGateway } from './port.ts'
import { sandboxSms } from './sandbox.ts'
import { smsAero } from './smsaero.ts'
import { smsc } from './smsc.ts'
import { smsRu } from './smsru.ts'

/** The SMS gateways that are known, by what SMS_PROVIDER calls them. */
export const smsGateways: Readonly<Record<string, (parts: GatewayParts) => SmsGateway>> = {
  sandbox: sandboxSms,
  smsru: smsRu,
  smsc,
  smsaero: smsAero,
}

/**
 * The gateways of the configuration in the order they are tried: SMS_PROVIDER with its SMS_… settings, then, where there
 * is one, SMS_SECOND_PROVIDER with its SMS_SECOND_… settings. Throws StartRefused for an unknown name or a missing setting.
 */
export function openSmsGateways({ config, outbound }: Pick<Platform, 'config' | 'outbound'>): SmsGateway[] {
  const { provider, settings } = config.sms

  function open(name: string, prefix: string): SmsGateway {
    const make = smsGateways[name]
    if (!make) {
      const known = Object.keys(smsGateways).join(', ')
      throw new StartRefused(`SMS_${prefix}PROVIDER ${name} is not known: choose one of ${known}`)
    }
    return make({
      outbound,
      setting: (key) => settings[prefix + key]?.reveal(),
      need(key) {
        const value = settings[prefix + key]
        if (!value) throw new StartRefused(`SMS_${prefix}${key} is not set: ${name} asks for it`)
        return value
      },
    })
  }

  const second = settings.SECOND_PROVIDER?.reveal()
  return [open(provider, ''), ...(second ? [open(second, 'SECOND_')] : [])]
}

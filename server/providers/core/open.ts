import type { Platform } from '#server/platform/platform.ts'
import { StartRefused } from '#server/platform/refusal.ts'
import { fineractCore } from './fineract.ts'
import type { Core } from './port.ts'

const refuse = (why: string): never => {
  throw new StartRefused(why)
}

/** The core the configuration names; null: none. Throws StartRefused naming the setting that is missing or wrong. */
export function openCore({ config, outbound }: Pick<Platform, 'config' | 'outbound'>): Core | null {
  const { provider, settings } = config.core
  if (provider === 'none') return null
  if (provider !== 'fineract') return refuse(`CORE_PROVIDER ${provider} is not known: choose fineract, or none`)
  const need = (name: string) =>
    settings[name] ?? refuse(`CORE_${name} is not set: docs/integration.md says what fineract needs`)
  const number = (name: string, text: string) =>
    /^[1-9]\d{0,8}$/.test(text) ? Number(text) : refuse(`CORE_${name} is to be the number Fineract gave it`)
  const id = (name: string) => number(name, need(name).reveal())
  const paymentType = settings.PAYMENT_TYPE?.reveal()
  return fineractCore(
    {
      outbound,
      url: need('URL').reveal().replace(/\/$/, ''),
      tenant: settings.TENANT?.reveal() ?? 'default',
      user: need('USER'),
      password: need('PASSWORD'),
    },
    {
      office: number('OFFICE', settings.OFFICE?.reveal() ?? '1'),
      product: id('PRODUCT'),
      interestCharge: id('INTEREST_CHARGE'),
      penaltyCharge: id('PENALTY_CHARGE'),
      strategy: settings.STRATEGY?.reveal() ?? 'mifos-standard-strategy',
      ...(paymentType && { paymentType: number('PAYMENT_TYPE', paymentType) }),
    },
  )
}

import type { Platform } from '#server/platform/platform.ts'
import { StartRefused } from '#server/platform/refusal.ts'
import type { PaymentProvider } from './port.ts'
import { sandboxPayments } from './sandbox.ts'
import { yookassaPayments } from './yookassa.ts'

/** Who takes payments inside the product; null: the lender's own payment page does. Throws StartRefused naming the setting that is missing. */
export function openPayments({
  config,
  db,
  clock,
  outbound,
}: Pick<Platform, 'config' | 'db' | 'clock' | 'outbound'>): PaymentProvider | null {
  const { provider, settings } = config.payment
  if (provider === 'page') return null
  if (provider === 'sandbox') return sandboxPayments(db, clock)
  if (provider !== 'yookassa')
    throw new StartRefused(`PAYMENT_PROVIDER ${provider} is not known: choose yookassa, page or sandbox`)
  const { SHOP_ID: shopId, SECRET_KEY: secretKey, URL: url, SAVES: saves } = settings
  if (!shopId) throw new StartRefused('PAYMENT_SHOP_ID is not set: yookassa asks for the id of its shop')
  if (!secretKey) throw new StartRefused('PAYMENT_SECRET_KEY is not set: yookassa asks for it')
  if (saves && saves.reveal() !== 'yes')
    throw new StartRefused(
      'PAYMENT_SAVES is to be "yes" once YooKassa has opened saved methods for the shop, or not set',
    )
  return yookassaPayments({
    outbound,
    clock,
    shopId,
    secretKey,
    saves: saves !== undefined,
    ...(url && { url: url.reveal().replace(/\/$/, '') }),
  })
}

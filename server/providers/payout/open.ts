import type { Platform } from '#server/platform/platform.ts'
import { StartRefused } from '#server/platform/refusal.ts'
import type { PayoutRail } from './port.ts'
import { sandboxRail } from './sandbox.ts'
import { yookassaRail } from './yookassa.ts'

/** The payout rail the configuration names. Throws StartRefused naming the setting that is missing. */
export function openRail({
  config,
  db,
  clock,
  outbound,
}: Pick<Platform, 'config' | 'db' | 'clock' | 'outbound'>): PayoutRail {
  const { provider, settings } = config.payout
  if (provider === 'sandbox') return sandboxRail(db, clock)
  if (provider !== 'yookassa')
    throw new StartRefused(`PAYOUT_PROVIDER ${provider} is not known: choose yookassa or sandbox`)
  const { AGENT_ID: agentId, SECRET_KEY: secretKey, URL: url, CARD_PAGE: cardPage } = settings
  if (!agentId) throw new StartRefused('PAYOUT_AGENT_ID is not set: yookassa asks for the id of its payout gateway')
  if (!secretKey) throw new StartRefused('PAYOUT_SECRET_KEY is not set: yookassa asks for it')
  if (cardPage && !/^https:\/\/[^\s?#]+$/.test(cardPage.reveal()))
    throw new StartRefused('PAYOUT_CARD_PAGE is to be an https address without a query: correct it in the environment')
  return yookassaRail({
    outbound,
    clock,
    agentId,
    secretKey,
    ...(url && { url: url.reveal().replace(/\/$/, '') }),
    ...(cardPage && { cardPage: cardPage.reveal() }),
  })
}

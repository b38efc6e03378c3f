import type { Platform } from '#server/platform/platform.ts'
import { StartRefused } from '#server/platform/refusal.ts'
import { httpScoring } from './http.ts'
import type { Scoring } from './port.ts'

/** The scoring the configuration names; null: none is asked. Throws StartRefused naming the setting that is missing or wrong. */
export function openScoring(platform: Pick<Platform, 'config' | 'outbound' | 'log' | 'metrics'>): Scoring | null {
  const { provider, settings } = platform.config.scoring
  if (provider === 'none') return null
  if (provider !== 'http') throw new StartRefused(`SCORING_PROVIDER ${provider} is not known: choose http, or none`)
  if (!settings.URL) throw new StartRefused('SCORING_URL is not set: http asks for the address of the scoring')
  const timeout = settings.TIMEOUT?.reveal() ?? '3000'
  if (!/^\d{3,5}$/.test(timeout) || Number(timeout) > 10_000)
    throw new StartRefused('SCORING_TIMEOUT is to be milliseconds, 100 to 10000')
  return httpScoring(platform, { url: settings.URL.reveal(), token: settings.TOKEN, timeout: Number(timeout) })
}

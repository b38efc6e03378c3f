import { codeTries } from '#contract/oneTimeCode.ts'
import { CallError } from '../callError.ts'

/** A code that went out: when another may be asked for, when it ends (epoch ms, this device's clock). */
export interface SentCode {
  readonly resendAt: number
  readonly endsAt: number
}

type Answer = { readonly resendAfterSeconds: number; readonly livesSeconds: number }

export const sentAt = (now: number, { resendAfterSeconds, livesSeconds }: Answer): SentCode => ({
  resendAt: now + resendAfterSeconds * 1000,
  endsAt: now + livesSeconds * 1000,
})

/** The code of a refused asking: one went out shortly before, perhaps before this page was loaded anew, and may be entered still. */
export function sentBefore(now: number, error: unknown): SentCode | null {
  if (!(error instanceof CallError) || error.code !== 'too_often') return null
  return { resendAt: now + Number(error.details.retryAfter) * 1000, endsAt: Number.POSITIVE_INFINITY }
}

/**
 * Whether a code is spent after so many wrong tries. Only the browser that asked for a code has tries, so it can count them itself: an answer of the
 * server that told a spent code from a wrong one would tell a stranger whether any was sent.
 */
export const codeSpent = ({ endsAt }: SentCode, wrong: number, now: number): boolean =>
  wrong >= codeTries || now >= endsAt

/** What to tell a person whose one-time code was not sent or not taken; `otherwise` when the server did not answer. */
export function codeProblem(
  error: unknown,
  otherwise = 'Не получилось. Проверьте связь и попробуйте ещё раз.',
): string {
  if (!(error instanceof CallError)) return otherwise
  const seconds = error.details.retryAfter
  if (error.code !== 'too_often' || typeof seconds !== 'number') return error.message
  return seconds < 90
    ? `Новый код можно запросить через ${seconds} с`
    : `Попробуйте через ${Math.ceil(seconds / 60)} мин`
}

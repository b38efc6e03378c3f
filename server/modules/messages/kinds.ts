import { codeLifeSeconds } from '#server/platform/one-time-codes.ts'

/** Messages that carry a one-time code: worth nothing after its life, and never shown in production. */
export const carriesCode = (kind: string) => /code$/i.test(kind)

/** Until when a message of this kind is worth sending. */
export function expiry(kind: string, now: Date): Date | null {
  return carriesCode(kind) ? new Date(now.getTime() + codeLifeSeconds * 1000) : null
}

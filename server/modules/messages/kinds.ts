/** Messages that carry a one-time code: worth nothing after its life, and never shown in production. */
export const carriesCode = (kind: string) => /code$/i.test(kind)

/** Until when a message of this kind is worth sending; a code lives `codeMs`. */
export function expiry(kind: string, now: Date, codeMs: number): Date | null {
  return carriesCode(kind) ? new Date(now.getTime() + codeMs) : null
}

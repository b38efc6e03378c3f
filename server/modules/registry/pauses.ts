import type { Reaction } from '#server/providers/registry/port.ts'

const minute = 60_000

/** Pauses before the next questions after such a code; when they are over, `afterwards` follows. */
export interface Retry {
  readonly pauses: readonly number[]
  readonly afterwards: Exclude<Reaction, 'again'>
}

const often: readonly number[] = [minute, 5 * minute, 15 * minute, 60 * minute]

/** How often the same question is asked again, and what when that has not helped. */
export function retryOf(code: number): Retry {
  switch (code) {
    case 4:
      return { pauses: [0], afterwards: 'setup' }
    case 11:
    case 16:
    case 23:
      return { pauses: [0], afterwards: 'setup' }
    case 24:
      return { pauses: often, afterwards: 'person' }
    default:
      return { pauses: [minute], afterwards: 'person' }
  }
}

/** After a call without a signed body. */
export const silence: Retry = { pauses: often, afterwards: 'setup' }

/** When a receipt's answer is fetched: its own time first, then seldomer and seldomer; never after eight hours. */
export function fetchPause(tries: number, sinceMs: number): number {
  const first = [1000, 1000, 2000, 3000, 5000, 10_000]
  if (tries < first.length) return first[tries] ?? 1000
  return sinceMs < 10 * minute ? 30_000 : 5 * minute
}

/** How long an answer can be fetched. */
export const keptForMs = 8 * 60 * minute

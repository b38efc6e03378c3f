import { fail } from './failure.ts'

/** The outcome of some work, or `unavailable` when there is none in time; the work itself goes on unheard. */
export const within = <T>(work: Promise<T>, ms: number): Promise<T> =>
  Promise.race([work, new Promise<never>((_, reject) => setTimeout(reject, ms, fail('unavailable')).unref())])

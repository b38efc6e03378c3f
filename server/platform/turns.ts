import { fail } from './failure.ts'

/** So many pieces of work at once, in the order they came; the others wait, and when `waiting` do, one more is answered `unavailable`. */
export function openTurns(atOnce: number, waiting: number) {
  const queue: Array<() => void> = []
  let busy = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (busy < atOnce) busy += 1
    else if (queue.length >= waiting) throw fail('unavailable')
    else await new Promise<void>((go) => queue.push(go))
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else busy -= 1
    }
  }
}

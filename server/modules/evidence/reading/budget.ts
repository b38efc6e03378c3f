/** More elements than any recording has: what is asked for is work, not a look at it. */
export class TooManyElements extends Error {
  override name = 'TooManyElements'
}

/** Counts what is read of a file, so that its structure, not its size, bounds the work. */
export interface Budget {
  /** Throws TooManyElements when there were too many. */
  spend(count?: number): void
}

export function openBudget(most: number): Budget {
  let left = most
  return {
    spend(count = 1) {
      left -= count
      // Also for NaN.
      if (!(left >= 0)) throw new TooManyElements()
    },
  }
}

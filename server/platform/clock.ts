/** The only source of the present moment for the server. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  set(at: Date | string): void
  /** Moves forward (or back, when negative) by milliseconds. */
  advance(milliseconds: number): void
}

/** A settable clock; starts at noon of a Moscow working day unless told otherwise. */
export function testClock(start: Date | string = '2026-03-02T09:00:00.000Z'): TestClock {
  let at = new Date(start).getTime()
  return {
    now: () => new Date(at),
    set: (to) => {
      at = new Date(to).getTime()
    },
    advance: (milliseconds) => {
      at += milliseconds
    },
  }
}

/** How long a call may stand in line, in ms: while a place was free a moment ago, and once there has been none for `standing`. */
interface Patience {
  readonly burst: number
  readonly standing: number
  /** The line stands when nobody got in without waiting for so long, ms; then until nobody was turned away for so long. */
  readonly after: number
}

export interface LineOptions {
  /** Calls at work at once. */
  readonly room: number
  /** Calls that may wait for a place: of a burst, and in a standing line. */
  readonly length: { readonly burst: number; readonly standing: number }
  /** Places, and places in line, that only what is important may take beyond those. */
  readonly reserved: number
  readonly patience: Patience
  /** Milliseconds that only go forward. */
  readonly now: () => number
}

interface Waiting {
  readonly important: boolean
  enter(inside: boolean): void
}

/**
 * A room with so many places and a line before it. A burst waits as long as it takes; in a line that does not end, nobody waits longer
 * than the answer is worth, so that who gets in is answered about as soon as ever (controlled delay: K. Nichols, V. Jacobson, "Controlling
 * Queue Delay", 2012; for servers, B. Maurer, "Fail at Scale", 2015).
 */
export function openLine({ room, length, reserved, patience, now }: LineOptions) {
  let inside = 0
  let lastFree = now()
  let standsUntil = lastFree
  const waiting = new Set<Waiting>()

  const stands = () => now() - lastFree > patience.after || now() < standsUntil
  /** Turning away keeps a line standing: a place that is free between two calls is no end of it. */
  const refused = () => {
    if (stands()) standsUntil = now() + patience.after
  }
  const full = (important: boolean) => {
    const most = stands() ? length.standing : length.burst
    const is = waiting.size >= most + (important ? reserved : 0)
    if (is) refused()
    return is
  }
  const fits = (important: boolean) => inside < room + (important ? reserved : 0)

  function next(): void {
    const first = [...waiting].find(({ important }) => important && fits(true)) ?? [...waiting][0]
    if (first && fits(first.important)) first.enter(true)
  }

  return {
    /** Whether who comes now is to be turned away: no place, in line either. */
    full: (important = false) => !fits(important) && full(important),
    /** Whether a place was found, at once where there is one. Who got in leaves once. */
    enter(important = false): boolean | Promise<boolean> {
      if (fits(important) && (important || waiting.size === 0)) {
        if (!important) lastFree = now()
        inside += 1
        return true
      }
      if (full(important)) return false
      const ms = !important && stands() ? patience.standing : patience.burst
      return new Promise((resolve) => {
        const one: Waiting = {
          important,
          enter(found) {
            clearTimeout(timer)
            waiting.delete(one)
            if (found) inside += 1
            resolve(found)
          },
        }
        const timer = setTimeout(() => {
          refused()
          one.enter(false)
        }, ms)
        waiting.add(one)
      })
    },
    leave(): void {
      inside -= 1
      next()
    },
    inside: () => inside,
    waiting: () => waiting.size,
  }
}

export type Line = ReturnType<typeof openLine>

/** Files are opened and drawn again in memory: so many at once. */
const atOnce = 2

/** Work by key: asked twice at the same time it is done once, and few keys are worked on together. */
export function oneAtATime() {
  const running = new Map<string, Promise<unknown>>()
  const waiting: Array<() => void> = []
  let busy = 0

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (busy >= atOnce) await new Promise<void>((go) => waiting.push(go))
    else busy += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else busy -= 1
    }
  }

  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const same = running.get(key)
    if (same) return same as Promise<T>
    const started = inTurn(work).finally(() => running.delete(key))
    running.set(key, started)
    return started
  }
}

/** Work by key: asked twice at the same time it is done once. */
export function onceAtATime() {
  const running = new Map<string, Promise<unknown>>()
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const same = running.get(key)
    if (same) return same as Promise<T>
    const started = work().finally(() => running.delete(key))
    running.set(key, started)
    return started
  }
}

/** Work by key: each piece begins when the one before it has ended, however it did. */
export function oneAfterAnother() {
  const last = new Map<string, Promise<unknown>>()
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(key) ?? Promise.resolve()
    const started = before.then(work, work)
    const ended: Promise<unknown> = started
      .catch(() => undefined)
      .finally(() => {
        if (last.get(key) === ended) last.delete(key)
      })
    last.set(key, ended)
    return started
  }
}

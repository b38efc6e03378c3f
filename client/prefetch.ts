const fetchers = new Map<string, () => void>()

/** Says how a screen's chunk is fetched; the routes do, once. Apart from them, so that a screen need not know all others */
export function mayPrefetch(path: string, fetch: () => void): void {
  fetchers.set(path, fetch)
}

/** Fetches a screen ahead, while the person reads the one before */
export function prefetch(path: string): void {
  fetchers.get(path)?.()
}

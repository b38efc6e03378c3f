const fetchers = new Map<string, () => Promise<unknown>>()

/** Says how a screen's chunk is fetched; the routes do, once. Apart from them, so that a screen need not know all others */
export function mayPrefetch(path: string, fetch: () => Promise<unknown>): void {
  fetchers.set(path, fetch)
}

/** Fetches a screen ahead, while the person reads the one before; over when it is here, or does not come */
export const prefetch = (path: string): Promise<unknown> | undefined => fetchers.get(path)?.()

type Hearer = (event: { readonly data: string }) => void

/** As much of `EventSource` as the app uses, and the way to say through it that a request has changed */
export function liveStreams() {
  const open = new Set<Map<string, Hearer>>()
  class Stream {
    static readonly CLOSED = 2
    readyState = 1
    readonly #hearers = new Map<string, Hearer>()
    constructor() {
      open.add(this.#hearers)
    }
    addEventListener(kind: string, hear: Hearer): void {
      this.#hearers.set(kind, hear)
    }
    close(): void {
      this.readyState = Stream.CLOSED
      open.delete(this.#hearers)
    }
  }
  return {
    EventSource: Stream,
    tell(id: string, version: number): void {
      for (const hearers of open) hearers.get('request')?.({ data: JSON.stringify({ id, version }) })
    },
  }
}

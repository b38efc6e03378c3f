export interface Shared {
  /** Stands in line for the stream, unless this tab does already: a stream the server refused is not asked for again by itself */
  seek(): void
  leave(): void
}

/**
 * One stream of the server for all tabs of this browser: over HTTP/1.1 a browser has six connections to a place, and a stream takes one for good. One tab holds the
 * lock, reads and passes on; when it goes, the next in line does. A browser without locks or channels (they need a secure page) reads by itself
 */
export function joinStream(path: string, event: string, hear: (data: string) => void): Shared {
  if (!('locks' in navigator) || !('BroadcastChannel' in globalThis)) return ownStream(path, event, hear)
  const channel = new BroadcastChannel(path)
  channel.onmessage = ({ data }: MessageEvent<string>) => hear(data)
  let gone = new AbortController()
  let inLine = false

  const read = () =>
    new Promise<void>((over) => {
      const close = open(path, event, {
        hear: (data) => {
          hear(data)
          channel.postMessage(data)
        },
        refused: over,
      })
      gone.signal.addEventListener('abort', () => {
        close()
        over()
      })
    })

  return {
    seek() {
      if (inLine) return
      inLine = true
      gone = new AbortController()
      navigator.locks
        .request(path, { signal: gone.signal }, read)
        .catch(() => undefined)
        .finally(() => {
          inLine = false
        })
    },
    leave() {
      gone.abort()
      channel.close()
    },
  }
}

interface Reader {
  readonly hear: (data: string) => void
  /** The server has ended it for good: the session is over, or this person has too many */
  readonly refused: () => void
}

function open(path: string, event: string, { hear, refused }: Reader): () => void {
  const source = new EventSource(path)
  source.addEventListener(event, ({ data }: MessageEvent<string>) => hear(data))
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) refused()
  })
  return () => source.close()
}

function ownStream(path: string, event: string, hear: (data: string) => void): Shared {
  let close: (() => void) | null = null
  const leave = () => {
    close?.()
    close = null
  }
  return {
    seek() {
      close ??= open(path, event, { hear, refused: leave })
    },
    leave,
  }
}

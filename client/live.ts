import { useEffect } from 'react'
import { live } from '#contract/calls/operations.ts'
import { logInfo } from '#ui/shell/log.ts'

const listeners = new Set<() => void>()
let stream: EventSource | null = null

/**
 * Hears "this request changed" from the server and asks anew. One stream a page, whoever listens: the server and the
 * browser allow only a few. The browser reconnects by itself; after a refusal (not signed in) polling alone goes on.
 */
export function useLive(onChange: () => void, on: boolean): void {
  useEffect(() => {
    if (!on || typeof EventSource === 'undefined') return
    listeners.add(onChange)
    stream ??= open()
    return () => {
      listeners.delete(onChange)
      // a screen that takes over listens in the same moment: the stream stays
      setTimeout(closeUnheard, 1000)
    }
  }, [onChange, on])
}

function open(): EventSource {
  const opened = new EventSource(live.path)
  opened.addEventListener('request', () => {
    logInfo('live', { type: 'request' })
    for (const listener of [...listeners]) listener()
  })
  opened.addEventListener('error', () => {
    // refused for good: the next one who listens may try again
    if (opened.readyState === EventSource.CLOSED && stream === opened) stream = null
  })
  return opened
}

function closeUnheard(): void {
  if (listeners.size > 0) return
  stream?.close()
  stream = null
}

import { useEffect } from 'react'
import { live } from '#contract/calls/operations.ts'
import { logInfo } from '#ui/shell/log.ts'
import { pollEvery } from './polling.ts'

/** A request that changed, and its version then; without one, something beside it did. No id: something may have been missed */
export type Change = { readonly id: string | null; readonly version?: number }

/**
 * Hears "this request changed" from the server. One listener a page: the server and the browser allow only a few streams. The
 * browser reconnects by itself; after a refusal (too many, not signed in) it is tried again in the rhythm of the poll, which goes on alone.
 */
export function useLive(onChange: (change: Change) => void, on: boolean): void {
  useEffect(() => {
    if (!on || typeof EventSource === 'undefined') return
    let stream: EventSource
    let later: ReturnType<typeof setTimeout> | undefined
    const open = () => {
      stream = new EventSource(live.path)
      stream.addEventListener('request', ({ data }: MessageEvent<string>) => {
        logInfo('live', { type: 'request' })
        onChange(JSON.parse(data) as Change)
      })
      stream.addEventListener('error', () => {
        if (stream.readyState === EventSource.CLOSED) later = setTimeout(open, pollEvery)
      })
    }
    open()
    return () => {
      clearTimeout(later)
      stream.close()
    }
  }, [onChange, on])
}

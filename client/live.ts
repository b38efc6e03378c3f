import { useEffect } from 'react'
import { live } from '#contract/calls/operations.ts'
import { logInfo } from './log.ts'

/**
 * Hears "this request changed" from the server and asks anew. The browser reconnects by itself; after a refusal (not
 * signed in) polling alone goes on.
 */
export function useLive(onChange: () => void, on: boolean): void {
  useEffect(() => {
    if (!on || typeof EventSource === 'undefined') return
    const stream = new EventSource(live.path)
    const heard = (event: Event) => {
      logInfo('live', { type: event.type })
      onChange()
    }
    for (const name of ['message', 'request', 'changed']) stream.addEventListener(name, heard)
    return () => stream.close()
  }, [onChange, on])
}

import { useEffect } from 'react'
import { isPollingOn } from './devMode.ts'

/** Milliseconds between two questions about the auth status and the requests */
export const pollEvery = 20_000

interface Polling {
  readonly on?: boolean
  /** Whether the first answer is there already */
  readonly known?: () => boolean
}

/** Asks now, then every 20 s, and at once when the tab comes back or the network does; not while `on` is false */
export function usePolling(ask: () => Promise<unknown>, { on = true, known }: Polling = {}): void {
  useEffect(() => {
    if (!on) return
    const again = () => void ask()
    if (!known?.()) again()
    if (!isPollingOn(document.cookie)) return
    const back = () => {
      if (document.visibilityState === 'visible') again()
    }
    const timer = setInterval(again, pollEvery)
    document.addEventListener('visibilitychange', back)
    addEventListener('online', again)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', back)
      removeEventListener('online', again)
    }
  }, [ask, on, known])
}

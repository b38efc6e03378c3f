import { useCallback, useEffect, useRef } from 'react'
import { type Services, useServices } from './services.ts'

/** Where the app itself has led the person on to, away from a screen that is no more */
let ledTo = ''

export function leadsOn(to: string): void {
  ledTo = to
}

/**
 * Goes on once an act has ended, unless the person has left its screen by themselves: what became of the act may be known, and they
 * led on, before it has ended here, and nobody is pulled back from where they went next.
 */
export function useGo(): Services['go'] {
  const { go } = useServices()
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
    }
  }, [])
  return useCallback(
    (to, options) => {
      if (!gone.current || location.pathname === ledTo) go(to, options)
    },
    [go],
  )
}

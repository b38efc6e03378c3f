import { useCallback, useEffect, useRef } from 'react'
import { type Services, useServices } from './services.ts'

/**
 * Goes on once an act has ended, unless its screen is gone: what became of the act may be known, and the person led on, before it
 * has ended here, and nobody is pulled back from where they went next.
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
      if (!gone.current) go(to, options)
    },
    [go],
  )
}

import { useEffect, useState } from 'react'
import { LatePlaceholder } from '../shell/LatePlaceholder.tsx'

/** While the start screen is on its way its picture stands there; where there is none, the loading overlay */
export function StartWaiting() {
  const [pictured] = useState(() => Boolean(document.getElementById('start')?.firstElementChild))
  const [long, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), 10_000)
    return () => clearTimeout(timer)
  }, [])
  return pictured && !long ? null : <LatePlaceholder />
}

import { useEffect, useState } from 'react'
import { Overlay } from './Overlay.tsx'

const lateMs = 150
/** How many are seen: where another takes its place there is no gap */
let seen = 0

/** Stands while a screen is on its way: nothing for the first moments, then the loading overlay */
export function Placeholder({ text, onBack }: { text?: string; onBack?: () => void }) {
  const [due, setDue] = useState(() => seen > 0)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), lateMs)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (!due) return
    seen += 1
    return () => {
      seen -= 1
    }
  }, [due])
  return due ? <Overlay text={text} onBack={onBack} /> : null
}

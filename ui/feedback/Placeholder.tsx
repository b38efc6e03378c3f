import { useEffect, useState } from 'react'
import { Overlay } from './Overlay.tsx'

/** Stands while a screen is on its way: nothing for the first moments, then the loading overlay */
export function Placeholder({ text, onBack }: { text?: string; onBack?: () => void }) {
  const [due, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), 150)
    return () => clearTimeout(timer)
  }, [])
  return due ? <Overlay text={text} onBack={onBack} /> : null
}

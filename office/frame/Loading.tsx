import { useEffect, useState } from 'react'
import s from './Screen.module.css'

const lateMs = 150

/**
 * Stands where a part of the screen is on its way: nothing for the first moments, then words. In its place, never over the screen: a colleague may
 * be typing into what is there already
 */
export function Loading() {
  const [due, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), lateMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <p className={s.loading} role="status">
      {due && 'Загружаем…'}
    </p>
  )
}

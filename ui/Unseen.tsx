import type { ReactNode } from 'react'
import s from './Unseen.module.css'

/** Words for screen readers only */
export function Unseen({ children, live = false }: { children: ReactNode; live?: boolean }) {
  return (
    <span className={s.unseen} role={live ? 'status' : undefined}>
      {children}
    </span>
  )
}

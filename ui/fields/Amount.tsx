import type { ReactNode } from 'react'
import s from './Range.module.css'

/** A large figure that follows a control */
export function Amount({ children, htmlFor }: { children: ReactNode; htmlFor?: string }) {
  return (
    <output className={s.amount} htmlFor={htmlFor}>
      {children}
    </output>
  )
}

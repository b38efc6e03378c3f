import type { ReactNode } from 'react'
import { Logo } from '#ui/frame/Logo.tsx'
import { useHeading } from './Screen.tsx'
import s from './Sheet.module.css'

/** The one sheet of who is not in yet: logo, heading, and what is asked. `tab` names the browser's tab */
export function Sheet({ tab, title, children }: { tab: string; title: string; children: ReactNode }) {
  const heading = useHeading(tab)
  return (
    <main className={s.middle}>
      <div className={s.sheet}>
        <Logo />
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </div>
    </main>
  )
}

import { type ReactNode, useEffect, useRef } from 'react'
import s from './Screen.module.css'

type ScreenProps = { title: string; children: ReactNode; actions?: ReactNode }

/** A screen of the office: heading and actions in one line, then what it is about */
export function Screen({ title, actions, children }: ScreenProps) {
  const heading = useHeading(title)
  return (
    <main className={s.screen}>
      <header className={s.head}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions && <div className={s.actions}>{actions}</div>}
      </header>
      {children}
    </main>
  )
}

/** Names the page and puts the focus on its heading, as a browser does on a new page */
export function useHeading(title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} — кабинет сотрудника`
  }, [title])
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return heading
}

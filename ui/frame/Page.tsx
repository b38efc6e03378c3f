import { type ReactNode, useEffect, useRef } from 'react'
import { Anchor } from '../actions/Anchor.tsx'
import { useBrand } from '../brand.ts'
import { classes } from '../classes.ts'
import { Icon } from '../icons.tsx'
import { Logo } from './Logo.tsx'
import s from './Page.module.css'

type PageProps = {
  /** The heading and the window's title. `heading` shows other words; null leaves it to a card inside */
  title: string
  heading?: ReactNode | null
  /** Back arrow instead of the logo: an address, or what to do */
  back?: string | (() => void) | undefined
  /** Middle of the header: «5 из 11 · 3 мин» */
  note?: ReactNode
  /** Right of the header: a link */
  aside?: { href: string; text: string } | undefined
  /** Sticks to the bottom: the price panel and the next action */
  dock?: ReactNode
  children: ReactNode
  /** Wide column for the gallery and the office's simple pages */
  wide?: boolean
}

/** One screen: header, main column up to 560 px, dock. Coming to a new screen moves the focus to its heading */
export function Page({ title, heading = title, back, note, aside, dock, children, wide = false }: PageProps) {
  const { logoText: name } = useBrand()
  const main = useRef<HTMLElement>(null)

  useEffect(() => {
    // the first screen of a visit keeps the browser's own focus; autofocus inside the screen wins
    if (moved && !main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
    if (moved) window.scrollTo(0, 0)
    moved = true
  }, [])

  return (
    <div className={classes(s.page, wide && s.wide)}>
      <title>{`${title} — ${name}`}</title>
      <header className={s.bar}>
        {back ? <Back to={back} /> : <HomeLink />}
        {note !== undefined && <span className={s.note}>{note}</span>}
        <span className={s.aside}>{aside && <Anchor href={aside.href}>{aside.text}</Anchor>}</span>
      </header>
      <main className={s.main} ref={main} tabIndex={-1} aria-label={heading === null ? title : undefined}>
        {heading !== null && <h1>{heading}</h1>}
        {children}
      </main>
      {dock && (
        <section className={s.dock} aria-label="Дальше">
          {dock}
        </section>
      )}
    </div>
  )
}

/** Whether a screen was shown before in this visit */
let moved = false

function HomeLink() {
  return (
    <Anchor href="/" className={s.home}>
      <Logo />
    </Anchor>
  )
}

function Back({ to }: { to: string | (() => void) }) {
  const arrow = <Icon name="back" size={22} />
  if (typeof to === 'string')
    return (
      <Anchor href={to} className={s.back} aria-label="Назад">
        {arrow}
      </Anchor>
    )
  return (
    <button type="button" className={s.back} aria-label="Назад" onClick={to}>
      {arrow}
    </button>
  )
}

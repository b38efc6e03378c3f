import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import s from './Card.module.css'

type CardProps = {
  children: ReactNode
  /** A heading inside the card; `above` is a small line over it */
  title?: ReactNode | undefined
  above?: ReactNode | undefined
  tone?: 'plain' | 'warn' | 'bad' | 'tint' | undefined
  /** The card of what matters now: its title is the heading of the page (`heading={null}` on Page) */
  main?: boolean | undefined
}

/** A sheet for one matter */
export function Card({ children, title, above, tone = 'plain', main = false }: CardProps) {
  const Heading = main ? 'h1' : 'h2'
  return (
    <section className={classes(s.card, s[tone])}>
      {above && <p className={s.above}>{above}</p>}
      {title && <Heading>{title}</Heading>}
      {children}
    </section>
  )
}

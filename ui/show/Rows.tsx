import { Children, type ReactNode } from 'react'
import { classes } from '../classes.ts'
import s from './Rows.module.css'

/** A list, one row under the other; `close`: rows that bring their own lines between them. A screen reader says how many there are */
export function Rows({ children, close = false }: { children: ReactNode; close?: boolean }) {
  const rows = Children.toArray(children)
  if (rows.length === 0) return null
  return (
    <ul className={classes(s.rows, close && s.close)}>
      {Children.map(rows, (row) => (
        <li>{row}</li>
      ))}
    </ul>
  )
}

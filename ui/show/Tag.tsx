import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import s from './Tag.module.css'

type TagProps = { children: ReactNode; tone?: 'plain' | 'good' | 'warn' | 'bad' }

/** A state in a word or two */
export function Tag({ children, tone = 'plain' }: TagProps) {
  return <span className={classes(s.tag, s[tone])}>{children}</span>
}

/** A key of the keyboard */
export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className={s.key}>{children}</kbd>
}

import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import s from './Stack.module.css'

/** One under the other. `gap`: small 8, medium 16, large 24 px */
export function Stack({ children, gap = 'medium' }: { children: ReactNode; gap?: 'small' | 'medium' | 'large' }) {
  return <div className={classes(s.stack, s[gap])}>{children}</div>
}

/** Two ends of one line: what it is on the left, how much on the right; wraps when the text is large */
export function Row({ children }: { children: ReactNode }) {
  return <div className={s.row}>{children}</div>
}

/** Two short fields beside each other where there is room */
export function Pair({ children }: { children: ReactNode }) {
  return <div className={s.pair}>{children}</div>
}

/** Quiet secondary text */
export function Soft({ children }: { children: ReactNode }) {
  return <p className={s.soft}>{children}</p>
}

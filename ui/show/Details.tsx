import type { ReactNode } from 'react'
import { Icon } from '../icons.tsx'
import s from './Details.module.css'

/** A question that opens into its answer: the platform's own */
export function Details({ title, children, open }: { title: ReactNode; children: ReactNode; open?: boolean }) {
  return (
    <details className={s.details} open={open}>
      <summary>
        {title}
        <Icon name="down" size={18} />
      </summary>
      <div className={s.inside}>{children}</div>
    </details>
  )
}

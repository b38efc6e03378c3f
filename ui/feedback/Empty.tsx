import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icons.tsx'
import s from './Empty.module.css'

type EmptyProps = { icon?: IconName; title: ReactNode; children?: ReactNode; action?: ReactNode }

/** Nothing here, and what to do about it */
export function Empty({ icon = 'list', title, children, action }: EmptyProps) {
  return (
    <div className={s.empty}>
      <span className={s.icon}>
        <Icon name={icon} size={28} />
      </span>
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action}
    </div>
  )
}

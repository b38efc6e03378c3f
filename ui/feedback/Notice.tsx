import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Icon, type IconName } from '../icons.tsx'
import s from './Notice.module.css'

export type Tone = 'info' | 'good' | 'warn' | 'bad'

const icons: Readonly<Record<Tone, IconName>> = { info: 'info', good: 'check', warn: 'warning', bad: 'warning' }

type NoticeProps = { tone?: Tone; title?: ReactNode; children?: ReactNode; live?: boolean }

/** A remark in its place on the page; `live` when it comes up while the person is here */
export function Notice({ tone = 'info', title, children, live = false }: NoticeProps) {
  return (
    <div className={classes(s.notice, s[tone])} role={live ? 'status' : undefined}>
      <Icon name={icons[tone]} size={20} />
      <div>
        {title && <p className={s.title}>{title}</p>}
        {children}
      </div>
    </div>
  )
}

/** Why something did not work, beside its button; nothing while there is nothing to tell */
export function Problem({ children }: { children: string }) {
  if (!children) return null
  return (
    <Notice tone="bad" live>
      {children}
    </Notice>
  )
}

import type { ReactNode } from 'react'
import { Anchor } from '../actions/Anchor.tsx'
import { classes } from '../classes.ts'
import { Icon, type IconName } from '../icons.tsx'
import s from './ListRow.module.css'

type ListRowProps = {
  icon?: IconName | undefined
  /** A word instead of an icon: PDF */
  sign?: string | undefined
  title: ReactNode
  sub?: ReactNode
  /** Right edge: a tag, a figure */
  end?: ReactNode
  tone?: 'plain' | 'warn' | 'done' | undefined
  href?: string | undefined
  /** Opens beside the page, for papers and messengers */
  away?: boolean | undefined
  onClick?: (() => void) | undefined
}

/** One line of a list: a link, a button or just words */
export function ListRow({ icon, sign, title, sub, end, tone = 'plain', href, away, onClick }: ListRowProps) {
  const inside = (
    <>
      {(icon || sign) && (
        <span className={classes(s.icon, s[tone])} aria-hidden="true">
          {icon ? <Icon name={icon} size={20} /> : sign}
        </span>
      )}
      <span className={s.words}>
        <span className={s.title}>{title}</span>
        {sub && <small>{sub}</small>}
      </span>
      {end !== undefined && <span className={s.end}>{end}</span>}
    </>
  )
  if (href)
    return (
      <Anchor className={s.row} href={href} {...(away ? { target: '_blank' } : {})}>
        {inside}
      </Anchor>
    )
  if (onClick)
    return (
      <button type="button" className={s.row} onClick={onClick}>
        {inside}
      </button>
    )
  return <div className={s.row}>{inside}</div>
}

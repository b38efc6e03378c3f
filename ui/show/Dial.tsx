import type { ReactNode } from 'react'
import { formatCount } from '#contract/russian.ts'
import s from './Dial.module.css'

type DialProps = {
  /** Milliseconds left and in all */
  left: number
  total: number
  above?: ReactNode
  below?: ReactNode
}

const radius = 52
const round = 2 * Math.PI * radius

/** A countdown by the server's clock; the ring shows how much is left. Not read out each second */
export function Dial({ left, total, above = 'осталось', below }: DialProps) {
  const part = total > 0 ? Math.min(1, Math.max(0, left / total)) : 0
  return (
    <div className={s.dial} role="timer" aria-live="off">
      <svg viewBox="0 0 112 112" aria-hidden="true">
        <circle className={s.groove} cx="56" cy="56" r={radius} />
        <circle
          className={s.ring}
          cx="56"
          cy="56"
          r={radius}
          strokeDasharray={round}
          strokeDashoffset={round * (1 - part)}
          transform="rotate(-90 56 56)"
        />
      </svg>
      <div className={s.words}>
        <span>{above}</span>
        <b>{countdown(left)}</b>
        {below && <span>{below}</span>}
      </div>
    </div>
  )
}

/** Milliseconds as `1:16:09` or `16:09` */
export function countdown(left: number): string {
  const seconds = Math.max(0, Math.ceil(left / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const rest = `${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

const hour = 3_600_000

/** A whole stretch of milliseconds, after «из»: `4 часов`; what is not whole hours as `1:16:09` */
export function lasting(total: number): string {
  const hours = total / hour
  return Number.isInteger(hours) ? formatCount(hours, 'часа', 'часов', 'часов') : countdown(total)
}

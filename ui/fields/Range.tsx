import { useId, useRef } from 'react'
import { useVariable } from '../variables.ts'
import { Amount } from './Amount.tsx'
import s from './Range.module.css'

type RangeProps = {
  label: string
  id?: string | undefined
  name?: string | undefined
  value: number
  min: number
  max: number
  step: number
  /** Figures as people read them: `15 000 ₽`, `14 дней` */
  format(value: number): string
  onChange(value: number): void
  onBlur?: (() => void) | undefined
}

/** A slider under its label and large amount, with both ends written out */
export function Range({ label, id: given, name, value, min, max, step, format, onChange, onBlur }: RangeProps) {
  const own = useId()
  const id = given ?? own
  const input = useRef<HTMLInputElement>(null)
  const part = max > min ? (value - min) / (max - min) : 0
  useVariable(input, '--part', String(part))
  return (
    <div className={s.field}>
      <div className={s.top}>
        <label htmlFor={id}>{label}</label>
        <Amount htmlFor={id}>{format(value)}</Amount>
      </div>
      <input
        ref={input}
        className={s.range}
        type="range"
        aria-valuetext={format(value)}
        {...{ id, name, min, max, step, value, onBlur }}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      <div className={s.ends} aria-hidden="true">
        <span>{format(min)}</span>
        <span>{format(max)}</span>
      </div>
    </div>
  )
}

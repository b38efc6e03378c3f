import { useEffect, useRef } from 'react'
import { classes } from '../classes.ts'
import type { Bound } from './bound.ts'
import s from './CodeField.module.css'
import { Field, type Labelled } from './Field.tsx'
import { readSmsCode } from './smsCode.ts'

type CodeFieldProps = Labelled &
  Bound<string> & {
    length?: number | undefined
    /** Called once when the last digit is in: most screens send at once */
    onComplete?: ((code: string) => void) | undefined
    autoFocus?: boolean | undefined
    /** The code is on its way: nothing more is taken, the focus stays where it is */
    busy?: boolean | undefined
  }

/** A one-time code: one input (paste, autofill and screen readers work) drawn as cells; digits only */
export function CodeField(props: CodeFieldProps) {
  const {
    length = 6,
    label,
    hint,
    aside,
    id,
    name,
    error,
    value,
    onChange,
    onBlur,
    onComplete,
    autoFocus,
    busy,
  } = props
  const input = useRef<HTMLInputElement>(null)
  const put = (typed: string) => {
    const code = typed.replace(/\D/g, '').slice(0, length)
    if (busy || code === value) return
    onChange(code)
    if (code.length === length) onComplete?.(code)
  }
  const latest = useRef(put)
  useEffect(() => {
    latest.current = put
  })

  useEffect(() => {
    if (autoFocus) input.current?.focus()
    const abort = new AbortController()
    readSmsCode(abort.signal).then((code) => code && latest.current(code))
    return () => abort.abort()
  }, [autoFocus])

  return (
    <Field {...{ label, hint, aside, id, error }}>
      {(control) => (
        <div className={classes(s.code, error && s.wrong)}>
          <input
            {...control}
            ref={input}
            name={name}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="\d*"
            readOnly={busy}
            aria-busy={busy || undefined}
            value={value}
            onChange={(event) => put(event.target.value)}
            onBlur={onBlur}
          />
          <Cells length={length} value={value} />
        </div>
      )}
    </Field>
  )
}

function Cells({ length, value }: { length: number; value: string }) {
  const cells = Array.from({ length }, (_, place) => ({ place, sign: value[place] ?? '' }))
  return (
    <div className={s.cells} aria-hidden="true">
      {cells.map(({ place, sign }) => (
        <span key={place} className={place === Math.min(value.length, length - 1) ? s.current : undefined}>
          {sign}
        </span>
      ))}
    </div>
  )
}

import { type MaskitoOptions, maskitoTransform } from '@maskito/core'
import { useMaskito } from '@maskito/react'
import type { Bound } from './bound.ts'
import s from './control.module.css'
import { Field, type Labelled } from './Field.tsx'
import type { InputExtras } from './TextField.tsx'

export type MaskedFieldProps = Labelled &
  Bound<string> &
  InputExtras & {
    mask: MaskitoOptions
    /** Shown inside the control at its right edge: ₽ */
    suffix?: string | undefined
  }

/** One line with a mask; its value is the text as it is seen, digits and separators */
export function MaskedField(props: MaskedFieldProps) {
  const { mask, label, hint, aside, id, error, value, onChange, onBlur, suffix, ...rest } = props
  const input = useMaskito({ options: mask })
  return (
    <Field {...{ label, hint, aside, id, error }}>
      {(control) => (
        <div className={suffix ? s.suffixed : undefined}>
          <input
            type="text"
            inputMode="numeric"
            autoComplete="off"
            {...rest}
            {...control}
            ref={input}
            className={s.control}
            value={maskitoTransform(value, mask)}
            onInput={(event) => onChange(event.currentTarget.value)}
            onBlur={onBlur}
          />
          {suffix && (
            <span className={s.suffix} aria-hidden="true">
              {suffix}
            </span>
          )}
        </div>
      )}
    </Field>
  )
}

import { type ReactNode, useId } from 'react'
import { classes } from '../classes.ts'
import { Unseen } from '../Unseen.tsx'
import type { Bound } from './bound.ts'
import s from './Choice.module.css'
import type { Labelled } from './Field.tsx'
import { FieldError, FieldHint } from './FieldNotes.tsx'

export type Option<Value extends string = string> = {
  readonly value: Value
  readonly label: ReactNode
  readonly hint?: ReactNode
}

type ChoiceProps<Value extends string> = Omit<Labelled, 'aside'> &
  Omit<Bound<string>, 'onChange'> & {
    options: readonly Option<Value>[]
    onChange(value: Value): void
    /** Side by side where there is room: for two or three short words */
    inline?: boolean | undefined
    /** The heading of the page asks the same: not written twice, still read out */
    headed?: boolean | undefined
  }

/** One of a few, all in sight: radio buttons as cards. Nothing is chosen beforehand */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, hint, id: given, name, value, error, onChange, onBlur, options, inline, headed } = props
  const own = useId()
  const id = given ?? own
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <fieldset aria-describedby={described || undefined}>
      {headed ? (
        <legend>
          <Unseen>{label}</Unseen>
        </legend>
      ) : (
        <legend className={s.legend}>{label}</legend>
      )}
      <div className={classes(s.options, inline && s.inline)}>
        {options.map((option, place) => (
          <label key={option.value} className={classes(s.option, error && s.wrong)}>
            <input
              // the error summary's link lands on the first one
              id={place === 0 ? id : `${id}-${place}`}
              type="radio"
              name={name ?? id}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              onBlur={onBlur}
            />
            <span className={s.words}>
              {option.label}
              {option.hint && <small>{option.hint}</small>}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={id} error={error} />
      <FieldHint id={id} hint={hint} />
    </fieldset>
  )
}

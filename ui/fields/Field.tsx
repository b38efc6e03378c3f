import { type ReactNode, useId } from 'react'
import s from './Field.module.css'
import { FieldError, FieldHint } from './FieldNotes.tsx'

/** What a control inside a field must carry */
export type ControlProps = {
  readonly id: string
  readonly 'aria-describedby'?: string | undefined
  readonly 'aria-invalid'?: true | undefined
}

export type Labelled = {
  readonly label: ReactNode
  /** A quiet line under the control */
  readonly hint?: ReactNode
  /** Right of the label: an amount, a link */
  readonly aside?: ReactNode
}

type FieldProps = Labelled & {
  id?: string | undefined
  error?: string | undefined
  children(control: ControlProps): ReactNode
}

/** Label above, control, error and hint beneath it */
export function Field({ id: given, label, hint, aside, error, children }: FieldProps) {
  const own = useId()
  const id = given ?? own
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={s.field}>
      <div className={s.top}>
        <label className={s.label} htmlFor={id}>
          {label}
        </label>
        {aside}
      </div>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      <FieldError id={id} error={error} />
      <FieldHint id={id} hint={hint} />
    </div>
  )
}

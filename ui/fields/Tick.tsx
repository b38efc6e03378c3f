import { type ReactNode, useId } from 'react'
import { Anchor } from '../actions/Anchor.tsx'
import { classes } from '../classes.ts'
import { Icon } from '../icons.tsx'
import type { Bound } from './bound.ts'
import { FieldError } from './FieldNotes.tsx'
import s from './Tick.module.css'

type TickProps = Omit<Bound<boolean>, 'value'> & {
  checked: boolean
  label: ReactNode
  hint?: ReactNode
  /** The paper the tick is about; opens beside, the tick is not touched */
  document?: { readonly href: string; readonly title: string } | undefined
  /** «обязательно» or «по желанию» beside the words */
  mark?: string | undefined
}

/** A checkbox on a card of its own. Never ticked beforehand */
export function Tick(props: TickProps) {
  const { id: given, name, checked, label, hint, document, mark, error, onChange, onBlur } = props
  const own = useId()
  const id = given ?? own
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div>
      <div className={classes(s.tick, error && s.wrong)}>
        <label className={s.label}>
          <span className={s.box}>
            <input
              id={id}
              name={name}
              type="checkbox"
              checked={checked}
              aria-invalid={error ? true : undefined}
              aria-describedby={described || undefined}
              onChange={(event) => onChange(event.target.checked)}
              onBlur={onBlur}
            />
            <Icon name="check" size={20} />
          </span>
          <span className={s.words}>
            {label}
            {mark && <em> {mark}</em>}
          </span>
        </label>
        {hint && (
          <p id={`${id}-hint`} className={s.hint}>
            {hint}
          </p>
        )}
        {document && (
          <Anchor className={s.document} href={document.href} target="_blank">
            <Icon name="document" size={18} />
            <span>{document.title}</span>
          </Anchor>
        )}
      </div>
      <FieldError id={id} error={error} />
    </div>
  )
}

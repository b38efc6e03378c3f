import type { ReactNode } from 'react'
import { Icon } from '../icons.tsx'
import s from './FieldNotes.module.css'

/** Always in the page, so that an error that appears is read out */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return (
    <div id={`${id}-error`} className={s.error} aria-live="polite">
      {error && (
        <p className={s.message}>
          <Icon name="warning" size={16} />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}

export function FieldHint({ id, hint }: { id: string; hint: ReactNode }) {
  if (!hint) return null
  return (
    <p id={`${id}-hint`} className={s.hint}>
      {hint}
    </p>
  )
}

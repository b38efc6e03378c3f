import { type ReactNode, useId, useRef } from 'react'
import s from './Dialog.module.css'
import { useModal } from './modal.ts'
import { Toasts } from './Toasts.tsx'

type DialogProps = {
  open: boolean
  /** The mask, Escape or a button closes it; the focus goes back to where it was */
  onClose(): void
  title: ReactNode
  children?: ReactNode
  /** Buttons under the words */
  actions?: ReactNode
}

/** A modal sheet: from below on a phone, in the middle of a wide screen */
export function Dialog({ open, onClose, title, children, actions }: DialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useModal(dialog, open)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the dialog's own key
    <dialog
      ref={dialog}
      className={s.dialog}
      aria-labelledby={`${id}-title`}
      tabIndex={-1}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      {open && (
        <div className={s.sheet}>
          <h2 id={`${id}-title`}>{title}</h2>
          {children}
          {actions && <div className={s.actions}>{actions}</div>}
          <Toasts />
        </div>
      )}
    </dialog>
  )
}

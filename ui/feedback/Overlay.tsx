import { useEffect, useRef, useState } from 'react'
import { Button } from '../actions/Button.tsx'
import { useModal } from './modal.ts'
import s from './Overlay.module.css'

type OverlayProps = {
  open?: boolean
  text?: string | undefined
  /** A way out offered once it takes long; without it only a reload is offered */
  onBack?: (() => void) | undefined
  /** Milliseconds until the way out is offered */
  patience?: number
}

/** The page waits: dark mask, spinner, words. A click on the mask or Escape does not close it; the page under it is inert */
export function Overlay({ open = true, text = 'Обработка', onBack, patience = 10_000 }: OverlayProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const long = useLong(open, patience)
  useModal(dialog, open)
  return (
    <dialog
      ref={dialog}
      className={s.overlay}
      aria-label={text}
      tabIndex={-1}
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        // Chrome closes a dialog on the second Escape whatever the cancel event was told
        if (event.key === 'Escape') event.preventDefault()
      }}
    >
      {open && (
        <div className={s.middle}>
          <span className={s.spin} aria-hidden="true" />
          <p role="status">{text}</p>
          {long && (
            <div className={s.out}>
              <p role="status">Это занимает больше времени, чем обычно. Введённое сохранено.</p>
              {onBack && (
                <Button kind="soft" onClick={onBack}>
                  Вернуться
                </Button>
              )}
              <Button kind={onBack ? 'quiet' : 'soft'} onClick={() => location.reload()}>
                Обновить страницу
              </Button>
            </div>
          )}
        </div>
      )}
    </dialog>
  )
}

function useLong(open: boolean, patience: number): boolean {
  const [long, setLong] = useState(false)
  useEffect(() => {
    setLong(false)
    if (!open) return
    const timer = setTimeout(() => setLong(true), patience)
    return () => clearTimeout(timer)
  }, [open, patience])
  return long
}

import { Button, ButtonLink } from '../actions/Button.tsx'
import { Soft } from '../frame/Stack.tsx'
import { Dialog } from './Dialog.tsx'

type ErrorDialogProps = {
  open: boolean
  onClose(): void
  /** What happened, in words; the title of the dialog */
  message?: string | undefined
  /** The lender's messenger; without it only the screenshot is asked for */
  messenger?: string | undefined
  /** Number of the event in the journals: shown small, so that it is on the screenshot */
  trace?: string | undefined
}

/** Something failed: says what, asks for a screenshot (where one can be sent), closes by the mask or by «закрыть» */
export function ErrorDialog({ open, onClose, message, messenger, trace }: ErrorDialogProps) {
  const online = navigator.onLine
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={message || 'Что-то пошло не так'}
      actions={
        <>
          {online && messenger && (
            <ButtonLink href={messenger} target="_blank" icon="message">
              Написать в мессенджер
            </ButtonLink>
          )}
          <Button kind="soft" onClick={onClose}>
            закрыть
          </Button>
        </>
      }
    >
      <p>
        {online &&
          `Сделайте снимок этого экрана и пришлите его нам${messenger ? ' в мессенджер' : ''}: так мы быстрее разберёмся. `}
        Всё, что вы ввели, сохранено.
      </p>
      {trace && <Soft>Номер события: {trace}</Soft>}
    </Dialog>
  )
}

import { useState } from 'react'
import { resetStaff } from '#contract/calls/office/staff.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { makeCall } from '../calls.ts'
import { useAct } from '../useAct.ts'
import { staffWords } from './words.ts'

type Props = { readonly id: string; readonly name: string; onDone(): Promise<unknown> }

/** For whoever lost the phone or forgot the password: all they signed in with goes, a new link lets them in */
export function ResetSignIn({ id, name, onDone }: Props) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const { busy, act } = useAct({ words: staffWords, after: onDone })
  const reset = () => {
    close()
    void act(async () => {
      const { pending } = await makeCall(resetStaff, { params: { id } })
      return pending ? 'Подействует, когда подтвердит другой администратор' : 'Вход сброшен: выдайте новую ссылку'
    })
  }
  return (
    <>
      <Button small kind="soft" busy={busy} onClick={() => setOpen(true)}>
        Сбросить вход
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title={`Сбросить вход: ${name}?`}
        actions={
          <>
            <Button kind="danger" onClick={reset}>
              Сбросить
            </Button>
            <Button kind="quiet" onClick={close}>
              Оставить
            </Button>
          </>
        }
      >
        <p>
          Пароль, приложение для кодов и ключи перестанут действовать, сеансы закончатся. После подтверждения выдайте
          новую ссылку.
        </p>
      </Dialog>
    </>
  )
}

import { useState } from 'react'
import { resetStaff } from '#contract/calls/office/staff.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { makeCall } from '../calls.ts'
import { staffProblem } from './words.ts'

type Props = { readonly id: string; readonly name: string; onDone(): Promise<unknown> }

/** For whoever lost the phone or forgot the password: all they signed in with goes, a new link lets them in */
export function ResetSignIn({ id, name, onDone }: Props) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const reset = async () => {
    close()
    try {
      const { pending } = await makeCall(resetStaff, { params: { id } })
      toast(pending ? 'Подействует, когда подтвердит другой администратор' : 'Вход сброшен: выдайте новую ссылку')
    } catch (failure) {
      toast(staffProblem(failure))
    }
    await onDone()
  }
  return (
    <>
      <Button small kind="soft" onClick={() => setOpen(true)}>
        Сбросить вход
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title={`Сбросить вход: ${name}?`}
        actions={
          <>
            <Button kind="danger" onClick={() => void reset()}>
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

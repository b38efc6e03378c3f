import { useState } from 'react'
import { resetStaff } from '#contract/calls/office/staff.ts'
import { Button } from '#ui/actions/Button.tsx'
import { CallError } from '#ui/callError.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { makeCall } from '../calls.ts'

type Props = { readonly id: string; readonly name: string; onDone(): Promise<unknown> }

function words(failure: unknown): string {
  if (!(failure instanceof CallError)) throw failure
  if (failure.code === 'second_person')
    return 'Вход администратора сбрасывают двое: нужен ещё один администратор, кроме вас и его.'
  return failure.code === 'state_conflict' ? 'О правах этого человека уже просят: сначала решите это.' : failure.message
}

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
      toast(words(failure))
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

import { useState } from 'react'
import { endClientSessions } from '#contract/calls/office/calling.ts'
import { hasRight } from '#contract/roles.ts'
import { formatCount } from '#contract/russian.ts'
import { Button } from '#ui/actions/Button.tsx'
import { CallError } from '#ui/callError.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { makeCall } from '../calls.ts'
import { useStaff } from '../session.ts'

/** Ends the client's sign-ins everywhere: they rang and said the phone is gone, or it was not them who signed in */
export function EndSessions({ requestId }: { readonly requestId: string }) {
  const me = useStaff()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  if (!hasRight(me, 'clients.signOut')) return null

  const end = async () => {
    setBusy(true)
    try {
      const { ended } = await makeCall(endClientSessions, { params: { id: requestId } })
      toast(ended === 0 ? 'Клиент нигде не вошёл' : `Закрыто: ${formatCount(ended, 'вход', 'входа', 'входов')}`)
      setAsking(false)
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      toast(failure.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button small kind="quiet" wide={false} onClick={() => setAsking(true)}>
        Закрыть входы клиента
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Закрыть все входы клиента?"
        actions={
          <>
            <Button busy={busy} onClick={() => void end()}>
              Закрыть входы
            </Button>
            <Button kind="quiet" onClick={() => setAsking(false)}>
              Не закрывать
            </Button>
          </>
        }
      >
        <p>Клиент выйдет на всех устройствах и войдёт снова по коду из СМС. То, что он заполнил, сохранится.</p>
      </Dialog>
    </>
  )
}

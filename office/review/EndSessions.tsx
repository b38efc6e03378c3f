import { useState } from 'react'
import { endClientSessions } from '#contract/calls/office/calling.ts'
import { hasRight } from '#contract/roles.ts'
import { formatCount } from '#contract/russian.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { makeCall } from '../calls.ts'
import { useStaff } from '../session.ts'
import { useAct } from '../useAct.ts'

/** Ends the client's sign-ins everywhere: they rang and said the phone is gone, or it was not them who signed in */
export function EndSessions({ requestId }: { readonly requestId: string }) {
  const me = useStaff()
  const [asking, setAsking] = useState(false)
  const { busy, act } = useAct()
  if (!hasRight(me, 'clients.signOut')) return null

  const end = () =>
    act(async () => {
      const { ended } = await makeCall(endClientSessions, { params: { id: requestId } })
      setAsking(false)
      return ended === 0 ? 'Клиент нигде не вошёл' : `Закрыто: ${formatCount(ended, 'вход', 'входа', 'входов')}`
    })
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

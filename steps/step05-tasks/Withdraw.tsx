import { useState } from 'react'
import { withdrawRequest } from '#contract/calls/requests.ts'
import type { LoanRequest } from '#contract/request.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { useServices } from '#ui/services.ts'
import { useAct } from '#ui/useAct.ts'
import { useGo } from '#ui/useGo.ts'

/** Taking the request back before anybody decided on it. */
export function Withdraw({ request }: { request: LoanRequest }) {
  const { call, refresh, showError } = useServices()
  const go = useGo()
  const [asking, setAsking] = useState(false)
  const { busy, act } = useAct((failure) => {
    setAsking(false)
    showError(failure)
  })

  const withdraw = () =>
    act(async (keyFor) => {
      const input = { params: { id: request._id }, body: { version: request.version } }
      await call(withdrawRequest, input, { key: keyFor(input) })
      await refresh()
      go('/step3', { replace: true })
    })

  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        Отозвать заявку
      </Button>
      <Dialog
        open={asking}
        title="Отозвать заявку?"
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button kind="danger" busy={busy} onClick={() => void withdraw()}>
              Отозвать
            </Button>
            <Button kind="quiet" onClick={() => setAsking(false)}>
              Оставить
            </Button>
          </>
        }
      >
        <p>Заявка закроется, решения по ней не будет. Новую можно подать сразу.</p>
      </Dialog>
    </>
  )
}

import { useRef, useState } from 'react'
import { withdrawRequest } from '#contract/calls/requests.ts'
import type { LoanRequest } from '#contract/request.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { useServices } from '#ui/services.ts'
import { useGo } from '#ui/useGo.ts'

/** Taking the request back before anybody decided on it. */
export function Withdraw({ request }: { request: LoanRequest }) {
  const { call, newKey, refresh, showError } = useServices()
  const go = useGo()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const key = useRef(newKey())

  async function withdraw() {
    setBusy(true)
    try {
      const input = { params: { id: request._id }, body: { version: request.version } }
      await call(withdrawRequest, input, { key: key.current })
      await refresh()
      go('/step3', { replace: true })
    } catch (error) {
      key.current = newKey()
      setAsking(false)
      showError(error)
    } finally {
      setBusy(false)
    }
  }

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

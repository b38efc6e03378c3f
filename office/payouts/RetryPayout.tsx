import { useState } from 'react'
import { retryPayout } from '#contract/calls/office/payouts.ts'
import { Button } from '#ui/actions/Button.tsx'
import { CallError } from '#ui/callError.ts'
import { toast } from '#ui/feedback/toast.ts'
import { newKey } from '#ui/shell/newKey.ts'
import { makeCall } from '../calls.ts'
import { useStaff } from '../session.ts'

/** Goes on with a payout that waits for us. The server asks the rail first, so that one tap too many sends nothing twice */
export function RetryPayout({ id, onDone }: { readonly id: string; readonly onDone: () => void }) {
  const { role } = useStaff()
  const [busy, setBusy] = useState(false)
  if (role === 'verifier') return null

  const retry = async () => {
    setBusy(true)
    try {
      await makeCall(retryPayout, { params: { id } }, { key: newKey() })
      toast('Спросили у банка ещё раз: состояние обновится через несколько секунд')
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      toast(failure.message)
    } finally {
      setBusy(false)
      onDone()
    }
  }
  return (
    <Button small kind="soft" wide={false} busy={busy} onClick={() => void retry()}>
      Проверить и продолжить
    </Button>
  )
}

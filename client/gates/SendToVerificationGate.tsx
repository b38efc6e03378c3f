import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { Placeholder } from '#ui/feedback/Placeholder.tsx'
import { authStore } from '../auth.ts'
import { detailStore } from '../filling/detail.ts'
import { dropKeptDetail, readKeptDetail } from '../filling/keptDetail.ts'
import { usePolling } from '../polling.ts'
import { useStore } from '../store.ts'
import { askCurrent, stand } from './follow.ts'
import { heldRequest } from './heldRequest.ts'
import { goToLogin } from './login.ts'
import { NoAnswer } from './NoAnswer.tsx'

/**
 * Gate `step_sendToVerification`, mounted once around all its screens: they are shown only once the active request id is known, and
 * receive it. The rules are in `judge`; this asks, polls and acts.
 */
export function SendToVerificationGate({ children }: { children(requestId: string): ReactNode }) {
  const auth = useStore(authStore)
  const requestId = useStore(heldRequest)
  const [nothingKept, setNothingKept] = useState(false)

  const withoutNetwork = useCallback(async () => {
    const detail = await readKeptDetail()
    setNothingKept(!detail)
    if (!detail || heldRequest.get()) return
    detailStore.set(detail)
    heldRequest.set(detail.request._id)
  }, [])

  useEffect(stand, [])
  usePolling(askCurrent, { on: auth === 'ok_auth' })
  useEffect(() => {
    if (auth === 'no_auth') {
      void dropKeptDetail()
      void goToLogin()
    }
    if (auth === 'error') void withoutNetwork()
  }, [auth, withoutNetwork])

  if (requestId) return children(requestId)
  return auth === 'error' && nothingKept ? <NoAnswer /> : <Placeholder />
}

import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import { Placeholder } from '#ui/feedback/Placeholder.tsx'
import { authStore } from '../auth.ts'
import { detailStore } from '../filling/detail.ts'
import { dropKeptDetail, readKeptDetail } from '../filling/keptDetail.ts'
import { useLive } from '../live.ts'
import { usePolling } from '../polling.ts'
import { useStore } from '../store.ts'
import { type CurrentAnswer, readCurrent } from './currentRequest.ts'
import { goToLogin } from './login.ts'
import { judge } from './sendToVerification.ts'

/**
 * Gate `step_sendToVerification`: a screen is shown only once the active request id is known, and receives it. The rules
 * are in `judge`; this asks, polls and acts.
 */
export function SendToVerificationGate({ Screen }: { Screen: ComponentType<{ requestId: string }> }) {
  const auth = useStore(authStore)
  const stored = useRef<string>(null)
  const leaving = useRef(false)
  const [requestId, setRequestId] = useState<string | null>(null)

  const ask = useCallback(async () => {
    const answer: CurrentAnswer = await readCurrent()
    if (leaving.current) return
    const verdict = judge(answer, stored.current)
    if (verdict.act === 'desk') {
      leaving.current = true
      location.assign('/step3')
    }
    if (verdict.act === 'store') {
      stored.current = verdict.id
      setRequestId(verdict.id)
    }
  }, [])

  const withoutNetwork = useCallback(async () => {
    const detail = await readKeptDetail()
    if (!detail || stored.current) return
    detailStore.set(detail)
    stored.current = detail.request._id
    setRequestId(detail.request._id)
  }, [])

  const signedIn = auth === 'ok_auth'
  usePolling(ask, { on: signedIn })
  useLive(ask, signedIn)
  useEffect(() => {
    if (auth === 'no_auth') {
      void dropKeptDetail()
      void goToLogin()
    }
    if (auth === 'error') void withoutNetwork()
  }, [auth, withoutNetwork])

  return requestId ? <Screen requestId={requestId} /> : <Placeholder />
}

import { useCallback, useEffect, useRef, useState } from 'react'
import type { CallAnswer } from '#contract/call.ts'
import { openHandover, seeOwnHandover } from '#contract/calls/handover.ts'
import { CallError } from '#ui/callError.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { LoadFailed } from '#ui/feedback/LoadFailed.tsx'
import { Placeholder } from '#ui/feedback/Placeholder.tsx'
import { Page } from '#ui/frame/Page.tsx'
import { useServices } from '#ui/services.ts'
import { Capture } from './Capture.tsx'
import { Compare } from './Compare.tsx'

type Seen = CallAnswer<typeof seeOwnHandover>

const everyMs = 2000

/** Opens each link once, whoever asks. */
const opening = new Map<string, Promise<unknown>>()

/** `/phone#…`: the phone that takes the photos and the video of a request begun on another screen */
export default function PhoneScreen() {
  const { call } = useServices()
  const [seen, setSeen] = useState<Seen | null>(null)
  const [failure, setFailure] = useState('')
  const token = useRef(location.hash.slice(1))

  const look = useCallback(async () => {
    try {
      if (token.current) {
        const secret = token.current
        const opened = opening.get(secret) ?? call(openHandover, { body: { token: secret } })
        opening.set(secret, opened)
        await opened
        token.current = ''
        // The link is spent: it need not lie about in the history.
        history.replaceState(history.state, '', location.pathname)
      }
      setSeen(await call(seeOwnHandover, {}))
      setFailure('')
    } catch (error) {
      if (error instanceof CallError && error.code === 'handover_over') setSeen({ state: 'over' })
      else setFailure(error instanceof CallError ? error.message : 'Проверьте связь и попробуйте ещё раз.')
    }
  }, [call])

  const waiting = seen?.state === 'comparing'
  useEffect(() => {
    void look()
    if (!waiting) return
    const timer = setInterval(() => void look(), everyMs)
    return () => clearInterval(timer)
  }, [look, waiting])

  if (!seen && failure) return <LoadFailed title="Продолжение на телефоне" back="/" why={failure} again={look} />
  if (!seen) return <Placeholder />
  if (seen.state === 'comparing') return <Compare number={seen.number ?? ''} amount={seen.amount} onAnswered={look} />
  if (seen.detail) return <Capture detail={seen.detail} reload={look} />
  return (
    <Page title="Продолжение на телефоне">
      <Empty icon="phone" title="Ссылка больше не действует">
        Покажите на компьютере новый код: «Продолжить на телефоне».
      </Empty>
    </Page>
  )
}

import { useEffect, useRef, useState } from 'react'
import { renewLease } from '#contract/calls/office/queue.ts'
import { CallError } from '#ui/callError.ts'
import { clockAhead } from '#ui/shell/clock.ts'
import { useLeft } from '#ui/show/useLeft.ts'
import { makeCall } from '../calls.ts'

const renewEvery = 60_000
/** An empty chair does not keep the request */
const activeFor = 5 * 60_000

type Held = { readonly mine: boolean; readonly until?: string | undefined }

/**
 * Keeps the request in hand while the tab is visible and somebody moves in it. Answers milliseconds left and the names of
 * others who look at it; `renew` asks at once; `onLost` when it is not ours any more.
 */
export function useLease(id: string, { mine, until: given }: Held, onLost: () => void) {
  const [renewed, setRenewed] = useState<{ given: string | undefined; until: string } | null>(null)
  const [others, setOthers] = useState<readonly string[]>([])
  // a lease read anew counts over one renewed earlier
  const until = renewed && renewed.given === given ? renewed.until : given
  const left = useLeft(until ? Date.parse(until) : 0, clockAhead())
  const latest = useRef({ onLost, given })
  const renewNow = useRef<() => void>(() => undefined)
  useEffect(() => {
    latest.current = { onLost, given }
  })

  useEffect(() => {
    if (!mine) return
    let moved = Date.now()
    const move = () => {
      moved = Date.now()
    }
    const renew = async () => {
      if (document.visibilityState !== 'visible' || Date.now() - moved > activeFor) return
      try {
        const answer = await makeCall(renewLease, { params: { id } })
        setRenewed({ given: latest.current.given, until: answer.until })
        setOthers(answer.others)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        if (error.code === 'lease_lost' || error.code === 'not_found') latest.current.onLost()
      }
    }
    const seen = () => {
      move()
      void renew()
    }
    renewNow.current = () => void renew()
    void renew()
    const timer = setInterval(() => void renew(), renewEvery)
    for (const event of ['pointermove', 'keydown'] as const) addEventListener(event, move, { passive: true })
    document.addEventListener('visibilitychange', seen)
    return () => {
      renewNow.current = () => undefined
      clearInterval(timer)
      for (const event of ['pointermove', 'keydown'] as const) removeEventListener(event, move)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [id, mine])

  const over = mine && until !== undefined && left === 0
  useEffect(() => {
    if (over) latest.current.onLost()
  }, [over])

  return { left, others: mine ? others : [], renew: () => renewNow.current() }
}

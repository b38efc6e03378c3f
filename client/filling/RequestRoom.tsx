import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { neededSteps } from '#contract/flow.ts'
import type { FlowContext } from '#contract/step.ts'
import { dateInZone } from '#contract/zones.ts'
import { CallError } from '#ui/callError.ts'
import { LoadFailed } from '#ui/feedback/LoadFailed.tsx'
import { Placeholder } from '#ui/feedback/Placeholder.tsx'
import { type RequestScreenProps, useServices } from '#ui/services.ts'
import { useLive } from '../live.ts'
import { prefetch } from '../prefetch.ts'
import { useStore } from '../store.ts'
import { flowSteps } from './definitions.ts'
import { detailStore, readDetail } from './detail.ts'
import { whereTo } from './whereTo.ts'

type RequestRoomProps = {
  requestId: string
  number: number
  children(props: RequestScreenProps): ReactNode
}

/** Reads the request for a screen, keeps it fresh, and sends the person to the open step when this one is closed */
export function RequestRoom({ requestId, number, children }: RequestRoomProps) {
  const { lender, now } = useServices()
  const [, go] = useLocation()
  const kept = useStore(detailStore)
  const detail = kept?.request._id === requestId ? kept : null
  const [failure, setFailure] = useState<string | null>(null)

  const reload = useCallback(async () => {
    try {
      await readDetail(requestId)
      setFailure(null)
    } catch (error) {
      setFailure(error instanceof CallError ? error.message : 'Не получилось открыть заявку')
    }
  }, [requestId])
  const changed = useCallback(() => void reload(), [reload])
  useEffect(changed, [changed])
  useLive(changed, true)

  const context = useMemo<FlowContext | null>(
    () =>
      detail && {
        type: detail.request.type,
        today: dateInZone(now(), lender.zone),
        lender,
        firstLoan: detail.firstLoan,
        facts: detail.facts,
      },
    [detail, lender, now],
  )
  const needed = useMemo(() => (context ? neededSteps(flowSteps, context) : []), [context])
  const elsewhere = detail && whereTo(number, detail.request, numbersOf(needed), detail.steps)

  useEffect(() => {
    if (elsewhere) go(elsewhere, { replace: true })
  }, [elsewhere, go])
  useEffect(() => {
    const next = needed[needed.findIndex((step) => step.number === number) + 1]
    if (next) prefetch(`/step${next.number}`)
  }, [needed, number])

  if (!detail || !context) {
    return failure ? <LoadFailed title="Заявка" back="/step3" why={failure} again={reload} /> : <Placeholder />
  }
  if (elsewhere) return <Placeholder />
  const goOn = (next: number) => go(cameFromCheck() ? '/step36' : `/step${next}`)
  return children({ requestId, detail, needed, context, reload, goOn })
}

const numbersOf = (steps: readonly { readonly number: number }[]) => steps.map((step) => step.number)

/** «изменить» on the check page leads here with `?from=check` and is led back there */
export const cameFromCheck = (): boolean => new URLSearchParams(location.search).get('from') === 'check'

import { flowSteps } from 'virtual:flow'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { checkPage, neededSteps, nextStep } from '#contract/flow.ts'
import type { FlowContext } from '#contract/step.ts'
import { dateInZone } from '#contract/zones.ts'
import { CallError } from '#ui/callError.ts'
import { LoadFailed } from '#ui/feedback/LoadFailed.tsx'
import { Placeholder } from '#ui/feedback/Placeholder.tsx'
import { useLenderWithPromos } from '#ui/request/promos.ts'
import { cameFromCheck } from '#ui/request/wayAround.ts'
import { type RequestScreenProps, useServices } from '#ui/services.ts'
import { afterFirstPaint } from '#ui/shell/afterFirstPaint.ts'
import { leadsOn } from '#ui/useGo.ts'
import { askCurrent } from '../gates/follow.ts'
import { prefetch } from '../prefetch.ts'
import { useStore } from '../store.ts'
import { detailStore, isStale } from './detail.ts'
import { foreseeDraft } from './keptDrafts.ts'
import { readDetail } from './readDetail.ts'
import { whereTo } from './whereTo.ts'

type RequestRoomProps = {
  requestId: string
  number: number
  children(props: RequestScreenProps): ReactNode
}

/** The request as its screens see it, mounted once around all of them; sends the person to the open step when this one is closed */
export function RequestRoom({ requestId, number, children }: RequestRoomProps) {
  const { lender: published, now } = useServices()
  const [, go] = useLocation()
  const kept = useStore(detailStore)
  const detail = kept?.request._id === requestId ? kept : null
  const held = useMemo(() => {
    const product = detail?.facts.product
    return detail?.promo && typeof product === 'string' ? { product, promo: detail.promo } : null
  }, [detail])
  const lender = useLenderWithPromos(published, held)
  const [failure, setFailure] = useState<string | null>(null)

  const reload = useCallback(async () => {
    try {
      await readDetail(requestId)
      setFailure(null)
    } catch (error) {
      setFailure(error instanceof CallError ? error.message : 'Не получилось открыть заявку')
    }
  }, [requestId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen is an occasion to look whether something newer was heard of
  useEffect(() => {
    if (isStale(requestId)) void reload()
  }, [requestId, reload, number])

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
  // what is known may be of before the decision that opened this screen: it is read anew before anybody is sent away
  const unsure = elsewhere && isStale(requestId)

  useEffect(() => {
    if (!elsewhere || unsure) return
    leadsOn(elsewhere)
    go(elsewhere, { replace: true })
  }, [elsewhere, unsure, go])
  /** The screen for which nobody has to be asked what the request is now: the answer of an act leads there, or the gate has just asked */
  const told = useRef(number)
  useEffect(() => {
    if (told.current !== number) void askCurrent()
    told.current = 0
  }, [number])
  const next = detail && (cameFromCheck() ? checkPage : nextStep(number, numbersOf(needed), detail.steps))
  useEffect(() => {
    if (!next) return
    afterFirstPaint(() => {
      void prefetch(`/step${next}`)
      void foreseeDraft(requestId, next)
    })
  }, [requestId, next])

  const goOn = useCallback(
    async (to: number) => {
      told.current = cameFromCheck() ? checkPage : to
      const path = `/step${cameFromCheck() ? checkPage : to}`
      // The step stands until the next one can take its place: nothing blank is seen between them.
      await prefetch(path)
      go(path)
    },
    [go],
  )

  if (!detail || !context || unsure) {
    return failure ? <LoadFailed title="Заявка" back="/step3" why={failure} again={reload} /> : <Placeholder />
  }
  if (elsewhere) return <Placeholder />
  return children({ requestId, detail, needed, context, reload, goOn })
}

const numbersOf = (steps: readonly { readonly number: number }[]) => steps.map((step) => step.number)

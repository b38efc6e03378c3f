import { useMemo } from 'react'
import { neededSteps } from '#contract/flow.ts'
import type { RequestDetail } from '#contract/request.ts'
import type { FlowContext } from '#contract/step.ts'
import { dateInZone } from '#contract/zones.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Page } from '#ui/frame/Page.tsx'
import { useServices } from '#ui/services.ts'
import { flowSteps } from '../../filling/definitions.ts'
import { captureScreens } from './screens.ts'

/** The steps of the capture that are still open, one after the other */
export function Capture({ detail, reload }: { detail: RequestDetail; reload(): Promise<void> }) {
  const { lender, now } = useServices()
  const context = useMemo<FlowContext>(
    () => ({ type: 'loan', today: dateInZone(now(), lender.zone), lender, firstLoan: false, facts: {} }),
    [lender, now],
  )
  const needed = useMemo(() => neededSteps(flowSteps, context).filter(({ stage }) => stage === 'capture'), [context])
  const open = needed.find(({ number }) => !detail.steps.some((step) => step.number === number && step.accepted))
  const Screen = open && captureScreens.get(open.number)
  if (!Screen)
    return (
      <Page title="Готово">
        <Empty icon="check" title="Всё снято">
          Вернитесь к компьютеру: снимки уже там. Эту страницу можно закрыть.
        </Empty>
      </Page>
    )
  return (
    <Screen
      key={open.number}
      lent
      requestId={detail.request._id}
      detail={detail}
      needed={needed}
      context={context}
      reload={reload}
      goOn={() => void reload()}
    />
  )
}

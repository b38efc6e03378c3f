import { flowSteps } from 'virtual:flow'
import { useMemo } from 'react'
import type { RequestDetail } from '#contract/request.ts'
import type { FlowContext } from '#contract/step.ts'
import { dateInZone } from '#contract/zones.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Page } from '#ui/frame/Page.tsx'
import { useServices } from '#ui/services.ts'
import { stepScreens } from './screens.ts'

/** The steps of the capture that are still open, one after the other; the server says which this request needs */
export function Capture({ detail, reload }: { detail: RequestDetail; reload(): Promise<void> }) {
  const { lender, now } = useServices()
  const context = useMemo<FlowContext>(
    () => ({ type: 'loan', today: dateInZone(now(), lender.zone), lender, firstLoan: false, facts: {} }),
    [lender, now],
  )
  const needed = useMemo(() => flowSteps.filter(({ number }) => detail.needed.includes(number)), [detail])
  const open = needed.find(({ number }) => !detail.steps.some((step) => step.number === number && step.accepted))
  const Screen = open && stepScreens.get(open.number)
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
      goOn={reload}
    />
  )
}

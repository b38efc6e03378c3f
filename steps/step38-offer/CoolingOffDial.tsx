import type { LoanRequest } from '#contract/request.ts'
import { formatDateTime } from '#contract/zones.ts'
import { Card } from '#ui/frame/Card.tsx'
import { useServices } from '#ui/services.ts'
import { Dial, lasting } from '#ui/show/Dial.tsx'
import { ListRow } from '#ui/show/ListRow.tsx'
import { useLeft } from '#ui/show/useLeft.ts'

export function CoolingOffDial({ request }: { request: LoanRequest }) {
  const { lender, now } = useServices()
  const releaseAt = new Date(request.coolingOff?.releaseAt ?? request.updatedAt)
  const total = releaseAt.getTime() - new Date(request.coolingOff?.since ?? request.updatedAt).getTime()
  const left = useLeft(releaseAt.getTime(), now().getTime() - Date.now())
  return (
    <Card title={`Деньги уйдут ${formatDateTime(releaseAt, lender.zone)}`}>
      <Dial left={left} total={total} below={`из ${lasting(total)}`} />
      <p>Пока идёт период охлаждения, проценты не начисляются, а отказ ничего не стоит.</p>
      <ListRow
        icon="calendar"
        title="Добавить в календарь"
        sub="Напомнит за полчаса до конца"
        href={`/service/requests/${request._id}/calendar.ics`}
      />
    </Card>
  )
}

import type { LoanRequest } from '#contract/request.ts'
import { formatTime } from '#contract/zones.ts'
import { ButtonLink } from '#ui/actions/Button.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { useServices } from '#ui/services.ts'
import { Dial, lasting } from '#ui/show/Dial.tsx'
import { ListRow } from '#ui/show/ListRow.tsx'
import { useLeft } from '#ui/show/useLeft.ts'

/** The time to think it over, by the server's clock. */
export function CoolingOff({ request, above }: { request: LoanRequest; above: string | null | undefined }) {
  const { lender, now } = useServices()
  const since = new Date(request.coolingOff?.since ?? request.updatedAt)
  const releaseAt = new Date(request.coolingOff?.releaseAt ?? request.updatedAt)
  const ahead = now().getTime() - Date.now()
  const left = useLeft(releaseAt.getTime(), ahead)
  const total = releaseAt.getTime() - since.getTime()
  return (
    <Card main title={`Деньги уйдут в\u00a0${formatTime(releaseAt, lender.zone)}`} above={above}>
      <Dial left={left} total={total} below={`из ${lasting(total)}`} />
      <p>Договор подписан. По закону есть время передумать: проценты не идут, отказ бесплатный.</p>
      <ButtonLink href="/step38" kind="soft">
        Условия и отказ от займа
      </ButtonLink>
      <ListRow
        icon="calendar"
        title="Добавить в календарь"
        sub="Напомнит за полчаса до конца"
        href={`/service/requests/${request._id}/calendar.ics`}
      />
    </Card>
  )
}

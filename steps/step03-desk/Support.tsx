import { formatPhone, type Phone } from '#contract/identifiers.ts'
import { officeOpen } from '#contract/workingDays.ts'
import { formatDateTime, formatTime } from '#contract/zones.ts'
import { Card } from '#ui/frame/Card.tsx'
import { useServices } from '#ui/services.ts'
import { ListRow } from '#ui/show/ListRow.tsx'
import { Rows } from '#ui/show/Rows.tsx'

/** Phone and messenger, and whether anybody answers now. */
export function Support() {
  const { lender, now } = useServices()
  const { contacts, hours, zone } = lender
  const office = officeOpen(now(), hours, zone)
  const when = office.open
    ? `Открыто до ${formatTime(office.closesAt, zone)} по времени офиса`
    : `Сейчас закрыто, откроемся ${formatDateTime(office.opensAt, zone)}`
  return (
    <Card title="Помощь">
      <Rows>
        <ListRow icon="phone" title={formatPhone(contacts.phone as Phone)} sub={when} href={`tel:${contacts.phone}`} />
        <ListRow icon="message" title={`Написать в ${contacts.messengerName}`} href={contacts.messengerLink} away />
      </Rows>
    </Card>
  )
}

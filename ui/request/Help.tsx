import { formatPhone, type Phone } from '#contract/identifiers.ts'
import { useServices } from '../services.ts'
import { Details } from '../show/Details.tsx'
import { ListRow } from '../show/ListRow.tsx'
import { Rows } from '../show/Rows.tsx'

/** Under a step: whom to ask, without leaving it */
export function Help() {
  const { contacts } = useServices().lender
  return (
    <Details title="Помощь" lazy>
      <Rows>
        <ListRow icon="phone" title={formatPhone(contacts.phone as Phone)} href={`tel:${contacts.phone}`} />
        <ListRow icon="message" title={`Написать в ${contacts.messengerName}`} href={contacts.messengerLink} away />
        <ListRow icon="documents" title="Документы и вопросы" href="/docs" />
      </Rows>
    </Details>
  )
}

import { useState } from 'react'
import { nearestWish } from '#contract/wish.ts'
import { dateInZone } from '#contract/zones.ts'
import { Button } from '../actions/Button.tsx'
import { useForm } from '../form/useForm.ts'
import { Page } from '../frame/Page.tsx'
import { Soft, Stack } from '../frame/Stack.tsx'
import { AcceptedPrice } from '../request/AcceptedPrice.tsx'
import { RequestFields } from '../request/RequestFields.tsx'
import { lender } from './shown.tsx'

const context = { lender, today: dateInZone(new Date(), lender.zone), firstLoan: false }

export function StartSheet() {
  const [raw, setRaw] = useState({})
  const form = useForm({
    raw,
    validate: () => ({ ok: false, issues: [{ field: 'purpose', message: 'Выберите, на что нужны деньги' }] }),
    onChange: setRaw,
    onAccept: () => undefined,
  })
  return (
    <Page
      title="Сколько нужно до зарплаты?"
      heading={<>Сколько нужно до&nbsp;зарплаты?</>}
      aside={{ href: '/step2', text: 'Войти' }}
    >
      <form {...form.element}>
        <Stack>
          <RequestFields form={form} context={context} authStatus="no_auth" />
          <AcceptedPrice context={{ ...context, type: 'loan', facts: nearestWish({}, lender) }} />
          <Button {...form.button}>Продолжить</Button>
        </Stack>
      </form>
      <Soft>Около 4 минут. Нужен паспорт. Звонить не&nbsp;будем.</Soft>
    </Page>
  )
}

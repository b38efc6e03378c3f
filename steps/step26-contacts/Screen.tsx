import { optionsOf } from '#contract/fields.ts'
import { EmailConfirmation } from '#ui/auth/EmailConfirmation.tsx'
import { Choice } from '#ui/fields/Choice.tsx'
import { PhoneField } from '#ui/fields/PhoneField.tsx'
import { Suggest } from '#ui/fields/Suggest.tsx'
import type { FieldsProps } from '#ui/services.ts'
import { owners, step } from './step.ts'

const { labels } = step

const mailServices = ['mail.ru', 'yandex.ru', 'gmail.com', 'bk.ru', 'inbox.ru', 'list.ru', 'rambler.ru', 'icloud.com']

/** The address with each of the usual services behind what is typed */
async function findMailbox(typed: string) {
  const [own = '', begun = '', more] = typed.split('@')
  if (!own || more !== undefined) return []
  return mailServices
    .filter((service) => service !== begun && service.startsWith(begun))
    .map((service) => ({ value: `${own}@${service}` }))
}

export default function Screen({ form, context, reload }: FieldsProps) {
  const email = form.text('email')
  const extra = form.text('extraPhone')
  const filled = extra.value.replace(/\D/g, '').length > 1
  return (
    <>
      <Suggest
        label={labels.email}
        find={findMailbox}
        from={2}
        type="email"
        inputMode="email"
        autoComplete="email"
        hint="Пришлём сюда договор"
        {...email}
      />
      <EmailConfirmation typed={email.value} confirmed={context.facts.confirmedEmail} onConfirmed={reload} />
      <PhoneField
        label={labels.extraPhone}
        hint="По желанию: на случай, если основной недоступен"
        autoComplete="off"
        {...extra}
      />
      {filled && <Choice label={labels.owner} options={optionsOf(owners)} {...form.text('owner')} />}
    </>
  )
}

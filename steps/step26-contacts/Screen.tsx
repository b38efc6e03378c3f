import { optionsOf } from '#contract/fields.ts'
import { EmailConfirmation } from '#ui/auth/EmailConfirmation.tsx'
import { Choice } from '#ui/fields/Choice.tsx'
import { PhoneField } from '#ui/fields/PhoneField.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import type { FieldsProps } from '#ui/services.ts'
import { owners, step } from './step.ts'

const { labels } = step

export default function Screen({ form, context, reload }: FieldsProps) {
  const email = form.text('email')
  const extra = form.text('extraPhone')
  const filled = extra.value.replace(/\D/g, '').length > 1
  return (
    <>
      <TextField
        label={labels.email}
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

import { AddressFields } from '#ui/fields/AddressFields.tsx'
import { DateField } from '#ui/fields/DateField.tsx'
import { IdentityNotice } from '#ui/request/IdentityNotice.tsx'
import { useIdentity } from '#ui/request/useIdentity.ts'
import type { FieldsProps } from '#ui/services.ts'
import { step } from './step.ts'

export default function Screen(props: FieldsProps) {
  const { form } = props
  const { identity } = useIdentity(props, step.number)
  return (
    <>
      <IdentityNotice {...identity} />
      <AddressFields form={form} />
      <DateField label={step.labels.since} hint="Дата в штампе о регистрации" {...form.text('since')} />
    </>
  )
}

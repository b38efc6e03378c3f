import { AddressFields } from '#ui/fields/AddressFields.tsx'
import { DateField } from '#ui/fields/DateField.tsx'
import type { FieldsProps } from '#ui/services.ts'
import { step } from './step.ts'

export default function Screen({ form }: FieldsProps) {
  return (
    <>
      <AddressFields form={form} />
      <DateField label={step.labels.since} hint="Дата в штампе о регистрации" {...form.text('since')} />
    </>
  )
}

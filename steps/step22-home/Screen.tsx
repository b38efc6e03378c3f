import { optionsOf } from '#contract/fields.ts'
import { AddressFields } from '#ui/fields/AddressFields.tsx'
import { Choice } from '#ui/fields/Choice.tsx'
import type { FieldsProps } from '#ui/services.ts'
import { places, step } from './step.ts'

export default function Screen({ form }: FieldsProps) {
  const place = form.text('place')
  return (
    <>
      <Choice label={step.labels.place} options={optionsOf(places)} headed {...place} />
      {place.value === 'other' && <AddressFields form={form} />}
    </>
  )
}

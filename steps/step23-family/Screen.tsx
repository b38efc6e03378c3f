import { optionsOf } from '#contract/fields.ts'
import { Choice } from '#ui/fields/Choice.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import type { FieldsProps } from '#ui/services.ts'
import { maritalStatuses, step } from './step.ts'

export default function Screen({ form }: FieldsProps) {
  return (
    <>
      <Choice label={step.labels.marital} options={optionsOf(maritalStatuses)} {...form.text('marital')} />
      <TextField
        label={step.labels.dependants}
        hint="Дети и другие близкие. Если никого, напишите 0"
        inputMode="numeric"
        {...form.text('dependants')}
      />
    </>
  )
}

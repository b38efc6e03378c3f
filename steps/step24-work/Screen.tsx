import { optionsOf } from '#contract/fields.ts'
import { Choice } from '#ui/fields/Choice.tsx'
import { DateField } from '#ui/fields/DateField.tsx'
import { PhoneField } from '#ui/fields/PhoneField.tsx'
import { Suggest } from '#ui/fields/Suggest.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { useSuggest } from '#ui/form/useSuggest.ts'
import type { FieldsProps } from '#ui/services.ts'
import { step, workKinds } from './step.ts'

const { labels } = step

export default function Screen({ form }: FieldsProps) {
  const kind = form.text('kind')
  const findEmployer = useSuggest('employer')
  const employed = kind.value === 'employed'
  const working = employed || kind.value === 'selfEmployed'
  return (
    <>
      <Choice label={labels.kind} options={optionsOf(workKinds)} {...kind} />
      {employed && (
        <Suggest
          label={labels.employer}
          hint="Название или ИНН"
          autoComplete="organization"
          find={findEmployer}
          {...form.text('employer')}
        />
      )}
      {working && <TextField label={labels.position} autoComplete="organization-title" {...form.text('position')} />}
      {employed && (
        <PhoneField label={labels.workPhone} hint="По желанию" autoComplete="off" {...form.text('workPhone')} />
      )}
      {working && <DateField label={labels.since} hint="Хотя бы примерно" {...form.text('since')} />}
    </>
  )
}

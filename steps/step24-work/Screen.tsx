import { optionsOf } from '#contract/fields.ts'
import { Choice } from '#ui/fields/Choice.tsx'
import { PhoneField } from '#ui/fields/PhoneField.tsx'
import { Suggest } from '#ui/fields/Suggest.tsx'
import { useSuggest } from '#ui/form/useSuggest.ts'
import type { FieldsProps } from '#ui/services.ts'
import { step, times, workKinds } from './step.ts'

const { labels } = step

export default function Screen({ form }: FieldsProps) {
  const kind = form.text('kind')
  const findEmployer = useSuggest('employer')
  const findPosition = useSuggest('position')
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
      {working && (
        <Suggest
          label={labels.position}
          autoComplete="organization-title"
          find={findPosition}
          from={2}
          {...form.text('position')}
        />
      )}
      {employed && (
        <PhoneField label={labels.workPhone} hint="По желанию" autoComplete="off" {...form.text('workPhone')} />
      )}
      {working && <Choice label={labels.since} options={optionsOf(times)} {...form.text('since')} />}
    </>
  )
}

import { optionsOf } from '#contract/fields.ts'
import { sexes } from '#contract/person/sexes.ts'
import { Choice } from '#ui/fields/Choice.tsx'
import { DateField } from '#ui/fields/DateField.tsx'
import { MaskedField } from '#ui/fields/MaskedField.tsx'
import { personInnMask, snilsMask } from '#ui/fields/masks.ts'
import { TextField } from '#ui/fields/TextField.tsx'
import { Tick } from '#ui/fields/Tick.tsx'
import { IdentityNotice } from '#ui/request/IdentityNotice.tsx'
import { PassportNotice } from '#ui/request/PassportNotice.tsx'
import { useIdentity } from '#ui/request/useIdentity.ts'
import { usePassportPhoto } from '#ui/request/usePassportPhoto.ts'
import type { FieldsProps } from '#ui/services.ts'
import { step } from './step.ts'

const { labels } = step

export default function Screen(props: FieldsProps) {
  const { form } = props
  const { notice, mark } = usePassportPhoto(props, step.number, ['birthDate', 'sex'])
  const { identity, proven } = useIdentity(props, step.number)
  const noPatronymic = form.tick('noPatronymic')
  const changed = form.tick('surnameChanged')
  return (
    <>
      <IdentityNotice {...identity} />
      <PassportNotice {...notice} />
      <TextField
        label={labels.surname}
        autoComplete="family-name"
        autoCapitalize="words"
        hint={proven('surname')}
        {...form.text('surname')}
      />
      <TextField
        label={labels.name}
        autoComplete="given-name"
        autoCapitalize="words"
        hint={proven('name')}
        {...form.text('name')}
      />
      {!noPatronymic.checked && (
        <TextField
          label={labels.patronymic}
          autoComplete="additional-name"
          hint={proven('patronymic')}
          autoCapitalize="words"
          {...form.text('patronymic')}
        />
      )}
      <Tick label={labels.noPatronymic} {...noPatronymic} />
      <Tick label={labels.surnameChanged} {...changed} />
      {changed.checked && <TextField label={labels.formerSurname} {...form.text('formerSurname')} />}
      <DateField
        label={labels.birthDate}
        autoComplete="bday"
        hint={proven('birthDate') ?? mark('birthDate')}
        {...form.text('birthDate')}
      />
      <Choice
        label={labels.sex}
        options={optionsOf(sexes)}
        inline
        hint={proven('sex') ?? mark('sex')}
        {...form.text('sex')}
      />
      <MaskedField
        label={labels.inn}
        mask={personInnMask}
        hint={proven('inn') ?? 'Достаточно одного: ИНН или СНИЛС'}
        {...form.text('inn')}
      />
      <MaskedField label={labels.snils} mask={snilsMask} hint={proven('snils')} {...form.text('snils')} />
    </>
  )
}

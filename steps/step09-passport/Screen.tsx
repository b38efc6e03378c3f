import { DateField } from '#ui/fields/DateField.tsx'
import { MaskedField } from '#ui/fields/MaskedField.tsx'
import { departmentCodeMask, passportMask } from '#ui/fields/masks.ts'
import { Suggest } from '#ui/fields/Suggest.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { useSuggest } from '#ui/form/useSuggest.ts'
import { IdentityNotice } from '#ui/request/IdentityNotice.tsx'
import { PassportNotice } from '#ui/request/PassportNotice.tsx'
import { useIdentity } from '#ui/request/useIdentity.ts'
import { usePassportPhoto } from '#ui/request/usePassportPhoto.ts'
import type { FieldsProps } from '#ui/services.ts'
import { step } from './step.ts'

const { labels } = step

export default function Screen(props: FieldsProps) {
  const { form } = props
  const { notice, mark } = usePassportPhoto(props, step.number, ['number', 'issuedOn', 'departmentCode'])
  const { identity, proven } = useIdentity(props, step.number)
  const code = form.text('departmentCode')
  const findIssuer = useSuggest('issuer', { code: code.value })
  return (
    <>
      <IdentityNotice {...identity} />
      <PassportNotice {...notice} />
      <MaskedField
        label={labels.number}
        mask={passportMask}
        placeholder="45 09 235857"
        hint={proven('number') ?? mark('number')}
        {...form.text('number')}
      />
      <DateField label={labels.issuedOn} hint={proven('issuedOn') ?? mark('issuedOn')} {...form.text('issuedOn')} />
      <MaskedField
        label={labels.departmentCode}
        mask={departmentCodeMask}
        placeholder="770-001"
        hint={proven('departmentCode') ?? mark('departmentCode')}
        {...code}
      />
      <Suggest
        label={labels.issuedBy}
        hint={proven('issuedBy') ?? 'Подскажем по коду подразделения; можно вписать самим'}
        find={findIssuer}
        from={0}
        {...form.text('issuedBy')}
      />
      <TextField label={labels.birthPlace} hint={proven('birthPlace')} {...form.text('birthPlace')} />
    </>
  )
}

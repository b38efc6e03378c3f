import { MaskedField, type MaskedFieldProps } from './MaskedField.tsx'
import { phoneMask } from './masks.ts'

type PhoneFieldProps = Omit<MaskedFieldProps, 'mask' | 'type' | 'inputMode'>

/** A Russian mobile phone: +7 (916) 123-45-67; a leading 8 or 7 is read as the country code */
export function PhoneField(props: PhoneFieldProps) {
  return (
    <MaskedField
      autoComplete="tel"
      placeholder="+7 (___) ___-__-__"
      {...props}
      type="tel"
      inputMode="tel"
      mask={phoneMask}
    />
  )
}

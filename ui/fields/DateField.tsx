import { MaskedField, type MaskedFieldProps } from './MaskedField.tsx'
import { dateMask } from './masks.ts'

/** A date typed as it is written in papers: 31.12.1990. Not `type=date`: that one follows the browser's language */
export function DateField(props: Omit<MaskedFieldProps, 'mask'>) {
  return <MaskedField placeholder="дд.мм.гггг" {...props} mask={dateMask} />
}

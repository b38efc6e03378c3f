import { useMemo } from 'react'
import { MaskedField, type MaskedFieldProps } from './MaskedField.tsx'
import { roublesMask } from './masks.ts'

/** Whole roubles, grouped while typed: «15 000» with ₽ beside; the value is that text, no-break spaces and all */
export function MoneyField({ digits = 9, ...props }: Omit<MaskedFieldProps, 'mask' | 'suffix'> & { digits?: number }) {
  const mask = useMemo(() => roublesMask(digits), [digits])
  return <MaskedField {...props} mask={mask} suffix="₽" />
}

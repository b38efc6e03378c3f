import type { Issue } from '#contract/errors.ts'
import { TextField } from '#ui/fields/TextField.tsx'

export type Cell = number | null

type Props = {
  id: string
  name: string
  label: string
  hint?: string
  error: string | undefined
  value: Cell | undefined
  onChange(cell: Cell): void
}

/** What is wrong at a place; the product and the field stand beside it already */
export const faultAt = (issues: readonly Issue[], field: string): string | undefined =>
  issues
    .find((issue) => issue.field === field)
    ?.message.split('»: ')
    .at(-1)

/** A whole number that may be empty while it is typed */
export function NumberField({ value, onChange, ...rest }: Props) {
  return (
    <TextField
      {...rest}
      inputMode="numeric"
      value={value === null || value === undefined ? '' : String(value)}
      onChange={(typed) => {
        const digits = typed.replace(/\D/g, '').slice(0, 9)
        onChange(digits === '' ? null : Number(digits))
      }}
    />
  )
}

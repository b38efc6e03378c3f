/**
 * What every field takes, and what `form.text('surname')` gives: `<TextField label="Фамилия" {...form.text('surname')} />`.
 * Works without a form as well: value and onChange are enough.
 */
export type Bound<Value> = {
  readonly id?: string | undefined
  readonly name?: string | undefined
  readonly value: Value
  readonly error?: string | undefined
  onChange(value: Value): void
  onBlur?: (() => void) | undefined
}

import type { Bound } from './bound.ts'
import type { Option } from './Choice.tsx'
import control from './control.module.css'
import { Field, type Labelled } from './Field.tsx'
import s from './Select.module.css'

type SelectProps<Value extends string> = Labelled &
  Omit<Bound<string>, 'onChange'> & {
    options: readonly (Omit<Option<Value>, 'label' | 'hint'> & { readonly label: string })[]
    placeholder?: string | undefined
    onChange(value: Value): void
    autoComplete?: string | undefined
  }

/** One of many: the platform's own list, so a phone shows its own wheel */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, hint, aside, id, name, value, error, onChange, onBlur, options, placeholder, autoComplete } = props
  return (
    <Field {...{ label, hint, aside, id, error }}>
      {(bound) => (
        <div className={s.select}>
          <select
            {...bound}
            name={name}
            autoComplete={autoComplete}
            className={control.control}
            value={value}
            onChange={(event) => onChange(event.target.value as Value)}
            onBlur={onBlur}
          >
            <option value="" disabled>
              {placeholder ?? 'Выберите'}
            </option>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        </div>
      )}
    </Field>
  )
}

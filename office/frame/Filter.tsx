import { useId } from 'react'
import s from './Filter.module.css'

type Props<V extends string> = {
  label: string
  value: NoInfer<V> | ''
  options: readonly { readonly value: V; readonly label: string }[]
  onChange(value: NoInfer<V> | ''): void
}

/** Narrows a list to one kind; «все» shows them all */
export function Filter<V extends string>({ label, value, options, onChange }: Props<V>) {
  const id = useId()
  // the label beside the field, not around it: a name is not to hold the options
  return (
    <span className={s.filter}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value as V | '')}>
        <option value="">все</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  )
}

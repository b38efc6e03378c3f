import s from './Filter.module.css'

type Props<V extends string> = {
  label: string
  value: NoInfer<V> | ''
  options: readonly { readonly value: V; readonly label: string }[]
  onChange(value: NoInfer<V> | ''): void
}

/** Narrows a list to one kind; «все» shows them all */
export function Filter<V extends string>({ label, value, options, onChange }: Props<V>) {
  return (
    <label className={s.filter}>
      {label}
      <select value={value} onChange={(event) => onChange(event.target.value as V | '')}>
        <option value="">все</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}

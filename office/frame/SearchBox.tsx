import { useState } from 'react'

type SearchBoxProps = { label: string; placeholder: string; search: string; onSearch(text: string): void }

/** Searches when it is sent; emptied, it shows the whole list again */
export function SearchBox({ label, placeholder, search, onSearch }: SearchBoxProps) {
  const [typed, setTyped] = useState(search)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(typed.trim())
      }}
    >
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          if (event.target.value === '') onSearch('')
        }}
      />
    </form>
  )
}

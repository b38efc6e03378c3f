import { useState } from 'react'
import { parseDate } from '#contract/dateReading.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { journalEvents } from '#contract/journal.ts'
import { DateField } from '#ui/fields/DateField.tsx'
import { Filter } from '../frame/Filter.tsx'
import s from './Journal.module.css'
import type { useJournalFilters } from './useJournalFilters.ts'

type Props = {
  readonly filters: ReturnType<typeof useJournalFilters>
  readonly people: readonly { readonly id: string; readonly name: string }[]
}

const events = Object.entries(journalEvents)
  .map(([value, { words }]) => ({ value, label: words }))
  .sort((one, other) => one.label.localeCompare(other.label, 'ru'))

/** Who, what, and from which day to which */
export function JournalFilters({ filters: { chosen, choose }, people }: Props) {
  return (
    <search className={s.filters}>
      <Filter
        label="Сотрудник"
        value={chosen.actor ?? ''}
        options={people.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(value) => choose('actor', value)}
      />
      <Filter label="Что" value={chosen.event ?? ''} options={events} onChange={(value) => choose('event', value)} />
      <Day key={`from ${chosen.from}`} label="С" value={chosen.from} onChange={(day) => choose('from', day)} />
      <Day key={`until ${chosen.until}`} label="По" value={chosen.until} onChange={(day) => choose('until', day)} />
    </search>
  )
}

type DayProps = { readonly label: string; readonly value: string | undefined; onChange(day: string): void }

/** A day takes effect once it is one; emptied, the bound goes */
function Day({ label, value, onChange }: DayProps) {
  const [typed, setTyped] = useState(value ? formatDate(value as IsoDate, 'numeric') : '')
  const [error, setError] = useState('')
  return (
    <DateField
      label={label}
      value={typed}
      onChange={(text) => {
        setTyped(text)
        setError('')
        const day = parseDate(text)
        if (day) onChange(day)
        else if (text === '') onChange('')
      }}
      onBlur={() => setError(typed === '' || parseDate(typed) ? '' : 'Введите день, например 01.03.2026')}
      {...(error && { error })}
    />
  )
}

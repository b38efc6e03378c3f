import { useState } from 'react'
import { calendarIssues, calendarLists, type DraftCalendar, dayText } from '#contract/versions/calendar.ts'
import { Button } from '#ui/actions/Button.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { faultAt } from './NumberField.tsx'
import s from './Rules.module.css'

type Props = {
  rows: DraftCalendar
  /** Absent: to be read */
  onChange?: ((rows: DraftCalendar) => void) | undefined
}

/** A day without its year, and what is wrong with it */
const shown = (day: string, year: string, fault?: string) =>
  [dayText(day).replace(`.${year}`, ''), fault].filter(Boolean).join(' — ')

type List = keyof typeof calendarLists

/** The days of a draft of the calendar, year by year */
export function DayLists({ rows, onChange }: Props) {
  return (Object.keys(calendarLists) as List[]).map((list) => (
    <Days key={list} list={list} rows={rows} onChange={onChange} />
  ))
}

function Days({ list, rows, onChange }: Props & { list: List }) {
  const [day, setDay] = useState('')
  const issues = calendarIssues(rows)
  const days = rows[list].map((text, at) => ({ text, fault: faultAt(issues, `rows.${list}.${at}`) }))
  const years = [...new Set(days.map(({ text }) => text.slice(0, 4)))].toSorted()
  const daysOf = (year: string) =>
    days.filter(({ text }) => text.startsWith(year)).toSorted((one, other) => (one.text < other.text ? -1 : 1))
  const set = (next: string[]) => onChange?.({ ...rows, [list]: next })
  return (
    <section className={s.product} aria-label={calendarLists[list]}>
      <h2>{calendarLists[list]}</h2>
      {days.length === 0 && <p>нет</p>}
      {years.map((year) => (
        <div key={year} className={s.line}>
          <strong>{year}</strong>
          {daysOf(year).map(({ text, fault }, place) =>
            onChange ? (
              <Button
                // biome-ignore lint/suspicious/noArrayIndexKey: a day may stand there twice, which is its fault
                key={`${text} ${place}`}
                small
                kind="soft"
                wide={false}
                icon="close"
                aria-label={`${shown(text, year, fault)}: убрать`}
                onClick={() => set(rows[list].toSpliced(rows[list].lastIndexOf(text), 1))}
              >
                {shown(text, year, fault)}
              </Button>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <time key={`${text} ${place}`} dateTime={text}>
                {shown(text, year)}
              </time>
            ),
          )}
        </div>
      ))}
      {onChange && (
        <form
          className={s.line}
          onSubmit={(event) => {
            event.preventDefault()
            if (day === '') return
            set([...rows[list], day].toSorted())
            setDay('')
          }}
        >
          <TextField id={`day-${list}`} name={list} type="date" label="Ещё день" value={day} onChange={setDay} />
          <Button type="submit" small kind="soft" wide={false} disabled={day === ''}>
            Добавить день
          </Button>
        </form>
      )}
    </section>
  )
}

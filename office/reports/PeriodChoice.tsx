import { type FormEvent, useState } from 'react'
import { parseDate } from '#contract/dateReading.ts'
import { addDays, daysBetween, formatDate, type IsoDate } from '#contract/dates.ts'
import { Button } from '#ui/actions/Button.tsx'
import { DateField } from '#ui/fields/DateField.tsx'
import s from './Reports.module.css'

export interface Days {
  readonly from: IsoDate
  readonly until: IsoDate
}

type Props = { days: Days; today: IsoDate; onChange(days: Days): void }

const stretches = [
  { days: 1, title: 'Сегодня' },
  { days: 7, title: '7 дней' },
  { days: 30, title: '30 дней' },
  { days: 90, title: '90 дней' },
]

/** The last days by one press, or any two days typed */
export function PeriodChoice({ days, today, onChange }: Props) {
  const written = (day: IsoDate) => formatDate(day, 'numeric')
  const [typed, setTyped] = useState({ from: written(days.from), until: written(days.until) })
  const [errors, setErrors] = useState<{ from?: string; until?: string }>({})
  const choose = (chosen: Days) => {
    setTyped({ from: written(chosen.from), until: written(chosen.until) })
    setErrors({})
    onChange(chosen)
  }
  const show = (event: FormEvent) => {
    event.preventDefault()
    const [from, until] = [parseDate(typed.from), parseDate(typed.until)]
    if (!from) return setErrors({ from: 'Введите день, например 01.03.2026' })
    if (!until) return setErrors({ until: 'Введите день, например 31.03.2026' })
    const length = daysBetween(from, until)
    if (length < 0) return setErrors({ until: 'Конец не раньше начала' })
    if (length > 365) return setErrors({ from: 'Не больше года' })
    choose({ from, until })
  }
  return (
    <form className={s.period} onSubmit={show} noValidate>
      <div className={s.stretches}>
        {stretches.map(({ days: length, title }) => {
          const from = addDays(today, 1 - length)
          return (
            <Button
              key={length}
              small
              kind={days.from === from && days.until === today ? 'primary' : 'soft'}
              aria-pressed={days.from === from && days.until === today}
              onClick={() => choose({ from, until: today })}
            >
              {title}
            </Button>
          )
        })}
      </div>
      <div className={s.typed}>
        <DateField
          label="С"
          value={typed.from}
          onChange={(from) => setTyped({ ...typed, from })}
          {...(errors.from && { error: errors.from })}
        />
        <DateField
          label="По"
          value={typed.until}
          onChange={(until) => setTyped({ ...typed, until })}
          {...(errors.until && { error: errors.until })}
        />
        <Button small kind="quiet" type="submit">
          Показать
        </Button>
      </div>
    </form>
  )
}

import { holidayTerms } from '#contract/calls/appeals.ts'
import { type HolidayGround, holidayGrounds } from '#contract/holidays.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { DateField } from '#ui/fields/DateField.tsx'
import { Select } from '#ui/fields/Select.tsx'
import { Lines } from '#ui/show/Facts.tsx'
import { useRead } from '#ui/useRead.ts'
import type { HolidayWish } from './wish.ts'

type Props = { loan: string; wish: HolidayWish; error: string | undefined; onChange(wish: HolidayWish): void }

const keptWords = (kept: boolean | null) => (kept === null ? 'посмотрим по документам' : kept ? 'да' : 'нет')

/** Why and for how long; what the law asks, each with whether it is so, before anything is sent */
export function HolidayFields({ loan, wish, error, onChange }: Props) {
  const { ground, months, serviceUntil } = wish
  // what the law asks is looked at once more when it is sent: without it the form is only shorter
  const { data: terms } = useRead(holidayTerms, { params: { id: loan }, query: { ground: ground || 'income' } })

  const grounds = terms?.grounds ?? (Object.keys(holidayGrounds) as HolidayGround[])
  const lengths = Array.from({ length: terms?.mostMonths ?? 6 }, (_, place) => String(place + 1))
  const unkept = ground ? (terms?.conditions ?? []).filter(({ kept }) => kept === false) : []
  return (
    <>
      <Select<HolidayGround>
        label="Причина"
        placeholder="Выберите"
        options={grounds.map((value) => ({ value, label: holidayGrounds[value].title }))}
        value={ground}
        onChange={(chosen) => onChange({ ...wish, ground: chosen })}
      />
      {ground === 'service' ? (
        <DateField
          label="Последний день службы"
          hint="Если он неизвестен, укажите последний день контракта: потом каникулы можно продлить"
          value={serviceUntil}
          error={error}
          onChange={(text) => onChange({ ...wish, serviceUntil: text })}
        />
      ) : (
        <Select
          label="На сколько месяцев"
          options={lengths.map((value) => ({ value, label: value }))}
          value={months}
          onChange={(chosen) => onChange({ ...wish, months: chosen })}
        />
      )}
      {ground && terms && (
        <>
          <p>Что спрашивает закон:</p>
          <Lines
            lines={terms.conditions.map(({ code, title, kept }) => ({
              key: code,
              label: title,
              value: keptWords(kept),
            }))}
          />
          <p>Чем подтвердить: {holidayGrounds[ground].papers}.</p>
        </>
      )}
      {unkept.length > 0 && (
        <Notice tone="warn" title="Похоже, закон каникул не даёт">
          Не выполнено: {unkept.map(({ title }) => title.toLowerCase()).join('; ')}. Отправить просьбу всё равно можно,
          мы ответим. Или попросите новые условия: в списке выше — «Новые условия возврата».
        </Notice>
      )}
    </>
  )
}

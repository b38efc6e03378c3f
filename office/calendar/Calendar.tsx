import { officeCalendar } from '#contract/calls/office/calendar.ts'
import { formatDate, type IsoDate, weekday } from '#contract/dates.ts'
import { hasRight } from '#contract/roles.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Tag } from '#ui/show/Tag.tsx'
import { Sheet } from '../frame/ListScreen.tsx'
import { Loading } from '../frame/Loading.tsx'
import { Screen } from '../frame/Screen.tsx'
import { Trouble } from '../frame/Trouble.tsx'
import { Versions } from '../rules/Versions.tsx'
import { useStaff } from '../session.ts'
import { useRead } from '../useRead.ts'
import s from './Calendar.module.css'

const days = ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс']
const written = (day: string) =>
  `${formatDate(day as IsoDate, 'numeric').slice(0, 5)}, ${days[weekday(day as IsoDate) - 1]}`

/** The production calendar, as deadlines and payments count by it, and its versions */
export function Calendar() {
  const me = useStaff()
  const { data, error, mutate } = useRead(officeCalendar, {})
  return (
    <Screen title="Календарь">
      {error && <Trouble error={error} onAgain={() => void mutate()} />}
      {!data && !error && <Loading />}
      {data && (
        <>
          <p className={s.about}>
            Рабочие дни, по которым считаются сроки ответов и дни платежей. Выходные — суббота, воскресенье и дни из
            списка: праздники статьи 112 Трудового кодекса и переносы по постановлению Правительства на год. Сегодня{' '}
            {formatDate(data.today.day as IsoDate)},{' '}
            {data.today.working ? <Tag tone="good">рабочий день</Tag> : <Tag tone="warn">выходной</Tag>}.
          </p>
          <Notice tone={data.years.some(({ year }) => year === data.unsaid) ? 'bad' : 'info'}>
            О {data.unsaid} годе в календаре ещё ничего нет: пока выходными в нём считаются только субботы и
            воскресенья. Сроки и даты, которые уже названы, новый календарь не меняет.
          </Notice>
          {hasRight(me, 'rules.read') && <Versions kind="calendar" onTurned={() => void mutate()} />}
          {data.years.toReversed().map(({ year, daysOff, workingWeekends, workingDays }) => (
            <Sheet key={year}>
              <section className={s.year} aria-label={`${year} год`}>
                <h2>
                  {year} <small>рабочих дней: {workingDays}</small>
                </h2>
                <Days title="Выходные сверх суббот и воскресений" of={daysOff} />
                <Days title="Рабочие субботы и воскресенья" of={workingWeekends} />
              </section>
            </Sheet>
          ))}
        </>
      )}
    </Screen>
  )
}

function Days({ title, of }: { readonly title: string; readonly of: readonly string[] }) {
  return (
    <>
      <h3>{title}</h3>
      {of.length === 0 ? (
        <p className={s.about}>нет</p>
      ) : (
        <ul className={s.days}>
          {of.map((day) => (
            <li key={day}>
              <time dateTime={day}>{written(day)}</time>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

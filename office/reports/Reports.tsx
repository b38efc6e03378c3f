import { useState } from 'react'
import { type Cell, exportReport, officeReports, type Report } from '#contract/calls/office/reports.ts'
import { addDays } from '#contract/dates.ts'
import { dateInZone } from '#contract/zones.ts'
import { ButtonLink } from '#ui/actions/Button.tsx'
import { Placeholder } from '#ui/feedback/Placeholder.tsx'
import { serverNow } from '#ui/shell/clock.ts'
import { Details } from '#ui/show/Details.tsx'
import { Facts } from '#ui/show/Facts.tsx'
import { type Column, Table } from '#ui/show/Table.tsx'
import { Screen } from '../frame/Screen.tsx'
import { Trouble } from '../frame/Trouble.tsx'
import { useLender } from '../lender.ts'
import { useRead } from '../useRead.ts'
import { Bars } from './Bars.tsx'
import { figureText } from './figures.ts'
import { type Days, PeriodChoice } from './PeriodChoice.tsx'
import s from './Reports.module.css'

/** What happened over a period: charts, the table behind each, and a file of it */
export function Reports() {
  const { zone } = useLender()
  const today = dateInZone(serverNow(), zone)
  const [days, setDays] = useState<Days>({ from: addDays(today, -29), until: today })
  const { data, error, mutate } = useRead(officeReports, { query: { ...days } })
  return (
    <Screen title="Отчёты">
      <PeriodChoice days={days} today={today} onChange={setDays} />
      {error && <Trouble error={error} onAgain={() => void mutate()} />}
      {!data && !error && <Placeholder />}
      {data && (
        <div className={s.reports}>
          {data.reports.map((report) => (
            <OneReport key={report.name} report={report} days={days} />
          ))}
        </div>
      )}
    </Screen>
  )
}

function OneReport({ report, days }: { report: Report; days: Days }) {
  const { name, title, about, facts, rows } = report
  const file = `${exportReport.path.replace(':name', name)}?${new URLSearchParams({ ...days })}`
  return (
    <section className={s.report} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {rows.length > 0 && (
          <ButtonLink small kind="quiet" icon="download" href={file} download aria-label={`${title}: скачать CSV`}>
            CSV
          </ButtonLink>
        )}
      </header>
      <p className={s.about}>{about}</p>
      {rows.length === 0 ? (
        <p>За эти дни ничего не было.</p>
      ) : (
        <>
          {facts.length > 0 && (
            <Facts facts={facts.map(({ label, value, kind }) => ({ label, value: figureText(value, kind) }))} />
          )}
          <Bars report={report} />
          <Details title="Таблица" lazy>
            <Numbers report={report} />
          </Details>
        </>
      )}
    </section>
  )
}

type Row = { readonly number: number; readonly cells: readonly Cell[] }

function Numbers({ report: { title, columns, rows } }: { report: Report }) {
  const shown: readonly Column<Row>[] = columns.map((column, at) => ({
    key: column.title,
    title: column.title,
    head: at === 0,
    end: column.kind !== 'text',
    cell: ({ cells }) => <span className={s.still}>{figureText(cells[at] ?? null, column.kind)}</span>,
  }))
  return (
    <Table
      caption={`${title}: таблица`}
      columns={shown}
      rows={rows.map((cells, number) => ({ number, cells }))}
      rowKey={({ number }) => String(number)}
    />
  )
}

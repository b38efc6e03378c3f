import type { Cell, ReportTable } from '#contract/calls/office/reports.ts'
import { ButtonLink } from '#ui/actions/Button.tsx'
import { Details } from '#ui/show/Details.tsx'
import { Facts } from '#ui/show/Facts.tsx'
import { type Column, Table } from '#ui/show/Table.tsx'
import { Bars } from './Bars.tsx'
import { figureText } from './figures.ts'
import s from './Reports.module.css'

type Props = { readonly report: ReportTable; readonly file: string; readonly nothing: string }

/** A table of figures: what it counts, key figures, bars, the table itself and a file of it */
export function ReportCard({ report, file, nothing }: Props) {
  const { title, about, facts, rows } = report
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
        <p>{nothing}</p>
      ) : (
        <>
          {facts.length > 0 && (
            <Facts facts={facts.map(({ label, value, kind }) => ({ label, value: figureText(value, kind) }))} />
          )}
          {report.bars.length > 0 && <Bars report={report} />}
          <Details title="Таблица" lazy>
            <Numbers report={report} />
          </Details>
        </>
      )}
    </section>
  )
}

type Row = { readonly number: number; readonly cells: readonly Cell[] }

function Numbers({ report: { title, columns, rows } }: { report: ReportTable }) {
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

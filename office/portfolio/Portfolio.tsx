import { exportPortfolio, officePortfolio } from '#contract/calls/office/portfolio.ts'
import { Loading } from '../frame/Loading.tsx'
import { Screen } from '../frame/Screen.tsx'
import { Trouble } from '../frame/Trouble.tsx'
import { ReportCard } from '../reports/ReportCard.tsx'
import s from '../reports/Reports.module.css'
import { useRead } from '../useRead.ts'

/** What the portfolio is and becomes: each figure with what it counts, and a file of it */
export function Portfolio() {
  const { data, error, mutate } = useRead(officePortfolio, {})
  return (
    <Screen title="Портфель">
      {error && <Trouble error={error} onAgain={() => void mutate()} />}
      {!data && !error && <Loading />}
      {data && (
        <div className={s.reports}>
          {data.tables.map((table) => (
            <ReportCard
              key={table.name}
              report={table}
              file={exportPortfolio.path.replace(':name', table.name)}
              nothing="Пока считать нечего."
            />
          ))}
        </div>
      )}
    </Screen>
  )
}

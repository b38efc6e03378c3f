import { useState } from 'react'
import { exportReport, officeReports } from '#contract/calls/office/reports.ts'
import { addDays } from '#contract/dates.ts'
import { dateInZone } from '#contract/zones.ts'
import { serverNow } from '#ui/shell/clock.ts'
import { Loading } from '../frame/Loading.tsx'
import { Screen } from '../frame/Screen.tsx'
import { Trouble } from '../frame/Trouble.tsx'
import { useLender } from '../lender.ts'
import { useRead } from '../useRead.ts'
import { type Days, PeriodChoice } from './PeriodChoice.tsx'
import { ReportCard } from './ReportCard.tsx'
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
      {!data && !error && <Loading />}
      {data && (
        <div className={s.reports}>
          {data.reports.map((report) => (
            <ReportCard
              key={report.name}
              report={report}
              file={`${exportReport.path.replace(':name', report.name)}?${new URLSearchParams({ ...days })}`}
              nothing="За эти дни ничего не было."
            />
          ))}
        </div>
      )}
    </Screen>
  )
}

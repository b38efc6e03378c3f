import { exportReport, officeReports } from '#contract/calls/office/reports.ts'
import { durationMs } from '#contract/durations.ts'
import type { Lender } from '#contract/lender.ts'
import type { Input, Router } from '#server/http/router.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { csvOf } from './csv.ts'
import { periodOf } from './period.ts'
import type { Reports } from './service.ts'
import { reportTables } from './tables.ts'

export interface OfficeReportParts {
  readonly router: Router
  readonly platform: Platform
  readonly reports: Reports
  readonly lender: Pick<Lender, 'zone' | 'durations'>
  /** Names of the staff by id. */
  readonly staffNames: () => Promise<ReadonlyMap<string, string>>
  /** Working minutes of each request that waits for a reviewer now. */
  readonly waitingMinutes: () => Promise<readonly number[]>
  /** Title of a step. */
  readonly stepTitle: (number: number) => string | undefined
}

/** Reports for those who run the office: on the screen, and as files. */
export function officeReportRoutes({
  router,
  platform,
  reports,
  lender,
  staffNames,
  waitingMinutes,
  stepTitle,
}: OfficeReportParts) {
  const promiseMinutes = durationMs(lender.durations.reviewPromise) / 60_000

  async function made(query: Input<typeof officeReports>['query']) {
    const period = periodOf(query, platform.clock.now(), lender.zone)
    const names = await staffNames()
    const waiting = period.until > platform.clock.now() ? await waitingMinutes() : []
    const words = { step: stepTitle, staff: (id: string) => names.get(id), promiseMinutes, waiting }
    return { period, tables: reportTables(await reports.numbers(period, lender.zone), words) }
  }

  router.read(officeReports, async ({ query }) => {
    const { period, tables } = await made(query)
    return { from: period.firstDay, until: period.lastDay, reports: tables }
  })

  router.read(exportReport, async ({ actor, params, query, reply }) => {
    const { period, tables } = await made(query)
    const table = tables.find(({ name }) => name === params.name)
    if (!table) throw fail('not_found')
    const id = newId()
    const { firstDay, lastDay } = period
    await platform.transact(async (tx) =>
      tx.journal({
        event: 'report.export',
        actor: { kind: 'staff', id: actor.id },
        subject: { kind: 'export', id },
        data: { report: table.name, from: firstDay, until: lastDay, rows: table.rows.length },
      }),
    )
    await reply
      .headers({
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': `attachment; filename="${table.name}-${firstDay}-${lastDay}.csv"`,
        'cache-control': 'no-store',
      })
      .send(csvOf(table, id.slice(0, 8)))
    return undefined
  })
}

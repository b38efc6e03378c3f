import { exportPortfolio, officePortfolio } from '#contract/calls/office/portfolio.ts'
import { addMonths, type IsoDate } from '#contract/dates.ts'
import type { Router } from '#server/http/router.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { portfolioOn } from '../loan-desk/index.ts'
import { csvOf } from '../reports/index.ts'
import { firstBad, monthSums, moved, startSums } from './store.ts'
import { bucketTable, firstPaymentTable, monthTable, rollEdges, rollTable, vintageTable } from './tables.ts'

interface Parts {
  readonly router: Router
  readonly platform: Platform
  readonly today: () => IsoDate
}

/** The last so many months. */
const monthsBack = 24

/** What the portfolio is and becomes, from the book and from what the calculation says of each month's end. */
export async function portfolioTables({ db }: Pick<Platform, 'db'>, today: IsoDate) {
  const ago = (months: number) => addMonths(`${today.slice(0, 7)}-01` as IsoDate, -months)
  const month = (day: IsoDate) => day.slice(0, 7)
  const from = ago(monthsBack)
  const starts = await startSums(db, month(from))
  const { portfolio, running } = await portfolioOn(db, today)
  const [before, then] = [month(ago(2)), month(ago(1))]
  return [
    bucketTable(portfolio, running),
    monthTable(await monthSums(db, from)),
    vintageTable(starts, await firstBad(db, month(from)), then),
    firstPaymentTable(starts),
    rollTable(await moved(db, before, then, rollEdges), before, then),
  ]
}

export function portfolioRoutes({ router, platform, today }: Parts) {
  router.read(officePortfolio, async () => {
    const on = today()
    return { on, tables: await portfolioTables(platform, on) }
  })

  router.read(exportPortfolio, async ({ actor, params, reply }) => {
    const on = today()
    const table = (await portfolioTables(platform, on)).find(({ name }) => name === params.name)
    if (!table) throw fail('not_found')
    const id = newId()
    await platform.transact(async (tx) =>
      tx.journal({
        event: 'portfolio.export',
        actor: { kind: 'staff', id: actor.id },
        subject: { kind: 'export', id },
        data: { table: table.name, rows: table.rows.length },
      }),
    )
    await reply
      .headers({
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': `attachment; filename="${table.name}-${on}.csv"`,
        'cache-control': 'no-store',
      })
      .send(csvOf(table, id.slice(0, 8)))
    return undefined
  })
}

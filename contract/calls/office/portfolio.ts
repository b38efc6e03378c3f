import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { reportTable } from './reports.ts'

export const portfolioTables = ['buckets', 'months', 'vintages', 'firstPayments', 'rolls'] as const
export type PortfolioTable = (typeof portfolioTables)[number]

export const officePortfolio = defineCall({
  name: 'officePortfolio',
  about:
    'The portfolio in figures: buckets and the part at risk, issued and collected by month, vintages, first payments, moves between buckets; nothing personal',
  method: 'GET',
  path: '/service/office/portfolio',
  who: 'loans.read',
  answer: z.object({ on: z.string(), tables: z.array(reportTable) }),
})

export const exportPortfolio = defineCall({
  name: 'exportPortfolio',
  about:
    'One table of the portfolio as a CSV file (semicolons, UTF-8 with BOM, decimal comma); the export is in the journal',
  method: 'GET',
  path: '/service/office/portfolio/:name',
  limit: 'reportExport',
  who: 'loans.read',
  params: z.object({ name: z.enum(portfolioTables) }),
})

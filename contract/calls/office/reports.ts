import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { day } from '../given.ts'

export const reportNames = [
  'funnel',
  'queue',
  'outcomes',
  'reviewers',
  'returnReasons',
  'refusalReasons',
  'decisionReasons',
  'payouts',
] as const

/** How a column's figures are written: seconds as time, money in kopecks. */
export const columnKinds = ['text', 'count', 'percent', 'seconds', 'minutes', 'money'] as const
export type ColumnKind = (typeof columnKinds)[number]

/** A table of figures with what it counts. */
export const reportTable = z.object({
  name: z.string(),
  title: z.string(),
  /** What is counted, in a sentence. */
  about: z.string(),
  /** Key figures over the table. */
  facts: z.array(z.object({ label: z.string(), value: z.number(), kind: z.enum(columnKinds) })),
  /** The first column names the row. */
  columns: z.array(z.object({ title: z.string(), kind: z.enum(columnKinds) })),
  rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
  /** Columns that are drawn as bars, of one kind. */
  bars: z.array(z.number()),
})
const report = z.extend(reportTable, { name: z.enum(reportNames) })
export type ReportTable = z.output<typeof reportTable>
export type Report = z.output<typeof report>
export type Cell = Report['rows'][number][number]

/** Days of the lender's calendar, both included; the last 30 days when not given. */
const period = { from: z.optional(day), until: z.optional(day) }

export const officeReports = defineCall({
  name: 'officeReports',
  about: 'A period in numbers: steps, the promise, outcomes, reviewers, reasons, payouts; nothing personal',
  method: 'GET',
  path: '/service/office/reports',
  who: 'reports.read',
  query: z.object(period),
  answer: z.object({ from: z.string(), until: z.string(), reports: z.array(report) }),
})

export const exportReport = defineCall({
  name: 'exportReport',
  about: 'One report as a CSV file (RFC 4180, UTF-8 with BOM); the export is in the journal',
  method: 'GET',
  path: '/service/office/reports/:name',
  limit: 'reportExport',
  who: 'reports.read',
  params: z.object({ name: z.enum(reportNames) }),
  query: z.object(period),
})

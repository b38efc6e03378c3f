import { type RuleRow, rowIssues } from '#contract/decisionTable/table.ts'
import type { Issue } from '#contract/errors.ts'
import { calendarIssues, type DraftCalendar } from '#contract/versions/calendar.ts'
import type { VersionKind } from '#contract/versions/kinds.ts'
import type { VersionRows } from '#contract/versions/rows.ts'
import { type DraftProduct, readTariffs } from '#contract/versions/tariffs.ts'
import { type DraftTexts, textIssues } from '#contract/versions/texts.ts'

/** What is wrong within a draft, by the server's own code */
export function issuesOf(kind: VersionKind, rows: VersionRows): readonly Issue[] {
  if (kind === 'tariffs') return readTariffs(rows as DraftProduct[]).issues ?? []
  if (kind === 'texts') return textIssues(rows as DraftTexts)
  if (kind === 'calendar') return calendarIssues(rows as DraftCalendar)
  return rowIssues(rows as RuleRow[])
}

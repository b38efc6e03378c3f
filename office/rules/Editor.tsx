import type { Finding } from '#contract/calls/office/workbench.ts'
import type { RuleRow } from '#contract/decisionTable/table.ts'
import type { DraftCalendar } from '#contract/versions/calendar.ts'
import type { VersionKind } from '#contract/versions/kinds.ts'
import type { VersionRows } from '#contract/versions/rows.ts'
import type { DraftProduct } from '#contract/versions/tariffs.ts'
import type { DraftTexts } from '#contract/versions/texts.ts'
import { DayLists } from './DayLists.tsx'
import { ProductList } from './ProductList.tsx'
import { RowList } from './RowList.tsx'
import { TextList } from './TextList.tsx'

type Props = {
  kind: VersionKind
  rows: VersionRows
  findings: readonly Finding[]
  /** Absent: to be read */
  onChange?: ((rows: VersionRows) => void) | undefined
}

/** What a draft holds, to be changed or read */
export function Editor({ kind, rows, findings, onChange }: Props) {
  const changed = onChange && ((next: readonly unknown[]) => onChange([...next] as VersionRows))
  if (kind === 'tariffs') return <ProductList rows={rows as DraftProduct[]} onChange={changed} />
  if (kind === 'texts') return <TextList rows={rows as DraftTexts} onChange={onChange} />
  if (kind === 'calendar') return <DayLists rows={rows as DraftCalendar} onChange={onChange} />
  return <RowList rows={rows as RuleRow[]} findings={findings} onChange={changed} />
}

import type { Cell, ColumnKind } from '#contract/calls/office/reports.ts'
import { formatRoubles, kopecks } from '#contract/money.ts'
import { groupThousands, noBreakSpace } from '#contract/spaces.ts'
import { minutesText } from '../moments.ts'

/** «45 с», «3 мин 05 с», «2 ч 10 мин» */
export function secondsText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 60) return `${whole}${noBreakSpace}с`
  if (whole >= 3600) return minutesText(whole / 60)
  const rest = whole % 60
  return `${Math.floor(whole / 60)}${noBreakSpace}мин${rest === 0 ? '' : ` ${String(rest).padStart(2, '0')}${noBreakSpace}с`}`
}

/** A figure of a report as it is read; a dash where there is none */
export function figureText(cell: Cell, kind: ColumnKind): string {
  if (cell === null) return '—'
  if (typeof cell === 'string') return cell
  switch (kind) {
    case 'money':
      return formatRoubles(kopecks(cell))
    case 'percent':
      return `${String(cell).replace('.', ',')}${noBreakSpace}%`
    case 'seconds':
      return secondsText(cell)
    case 'minutes':
      return minutesText(cell)
    case 'count':
    case 'text':
      return groupThousands(String(cell))
  }
}

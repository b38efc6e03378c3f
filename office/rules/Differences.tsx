import type { RuleRow } from '#contract/decisionTable/table.ts'
import { calendarChanges, type DraftCalendar } from '#contract/versions/calendar.ts'
import type { VersionKind } from '#contract/versions/kinds.ts'
import type { VersionRows } from '#contract/versions/rows.ts'
import { type Change, tariffChanges } from '#contract/versions/tariffChanges.ts'
import type { DraftProduct } from '#contract/versions/tariffs.ts'
import { type DraftTexts, textChanges } from '#contract/versions/texts.ts'
import { Tag } from '#ui/show/Tag.tsx'
import { Changes } from './Changes.tsx'
import s from './Rules.module.css'

type Props = { kind: VersionKind; before: VersionRows; after: VersionRows }

/** What differs between two versions, in words */
export function Differences({ kind, before, after }: Props) {
  if (kind === 'tariffs')
    return <ChangeList changes={tariffChanges(before as DraftProduct[], after as DraftProduct[])} />
  if (kind === 'texts') return <ChangeList changes={textChanges(before as DraftTexts, after as DraftTexts)} />
  if (kind === 'calendar')
    return <ChangeList changes={calendarChanges(before as DraftCalendar, after as DraftCalendar)} />
  return <Changes before={before as RuleRow[]} after={after as RuleRow[]} />
}

const words = {
  added: ['новый', 'good'],
  removed: ['убран', 'bad'],
  changed: ['изменён', 'warn'],
} as const satisfies Record<Change['kind'], readonly [string, string]>

function ChangeList({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return <p>Отличий нет</p>
  return (
    <div className={s.changes}>
      {changes.map(({ title, kind, lines }) => (
        <div key={title} className={s.change}>
          <div className={s.line}>
            <Tag tone={words[kind][1]}>{words[kind][0]}</Tag>
            <strong>{title}</strong>
          </div>
          {lines.map(({ name, before, after }) => (
            <span key={`${name} ${before} ${after}`}>
              {name}: {before !== undefined && <del>{before}</del>} {after !== undefined && <ins>{after}</ins>}
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}

import type { RuleRow } from '#contract/decisionTable/table.ts'
import { type RowChange, saysText, tableChanges, whenText } from '#contract/decisionTable/words.ts'
import { Tag } from '#ui/show/Tag.tsx'
import s from './Rules.module.css'

const kinds = {
  added: ['новая', 'good'],
  removed: ['убрана', 'bad'],
  changed: ['изменена', 'warn'],
  moved: ['на другом месте', 'plain'],
} as const satisfies Record<RowChange['kind'], readonly [string, string]>

/** What differs between two tables, row by row, in words */
export function Changes({ before, after }: { before: readonly RuleRow[]; after: readonly RuleRow[] }) {
  const changes = tableChanges(before, after)
  if (changes.length === 0) return <p>Отличий нет</p>
  return (
    <div className={s.changes}>
      {changes.map((change) => (
        <Change key={`${change.kind} ${change.code} ${change.at.join()}`} {...change} />
      ))}
    </div>
  )
}

function Change({ kind, before, after, at: [was, is] }: RowChange) {
  const [word, tone] = kinds[kind]
  return (
    <div className={s.change}>
      <div className={s.line}>
        <Tag tone={tone}>{word}</Tag>
        <strong>{(after ?? before)?.text || 'Без слов'}</strong>
        <small>
          {kind === 'added'
            ? `строка ${is}`
            : kind === 'removed'
              ? `была строка ${was}`
              : was === is
                ? `строка ${is}`
                : `строка ${was} → ${is}`}
        </small>
      </div>
      {kind !== 'moved' && (
        <>
          <Words before={before?.text} after={after?.text} />
          <Words before={before && whenText(before)} after={after && whenText(after)} />
          <Words before={before && saysText(before)} after={after && saysText(after)} />
        </>
      )}
    </div>
  )
}

function Words({ before, after }: { before: string | undefined; after: string | undefined }) {
  if (before === after) return null
  return (
    <span>
      {before !== undefined && <del>{before}</del>} {after !== undefined && <ins>{after}</ins>}
    </span>
  )
}

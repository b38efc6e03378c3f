import { useState } from 'react'
import type { Finding } from '#contract/calls/office/workbench.ts'
import { type RuleRow, rowIssues } from '#contract/decisionTable/table.ts'
import { saysText, whenText } from '#contract/decisionTable/words.ts'
import { Button } from '#ui/actions/Button.tsx'
import { classes } from '#ui/classes.ts'
import { RowForm } from './RowForm.tsx'
import s from './Rules.module.css'

type Props = {
  rows: readonly RuleRow[]
  findings: readonly Finding[]
  /** Absent: to be read */
  onChange?: ((rows: readonly RuleRow[]) => void) | undefined
}

/** A code nobody has yet */
function freeCode(rows: readonly RuleRow[]): string {
  for (let number = rows.length + 1; ; number += 1)
    if (!rows.some(({ code }) => code === `rule${number}`)) return `rule${number}`
}

/** The table of decisions: the first row that fits decides. A fault stands in its row */
export function RowList({ rows, findings, onChange }: Props) {
  const [open, setOpen] = useState<number | null>(null)
  const issues = rowIssues(rows)
  const faults = rows.map((_, at) => [
    ...issues.filter(({ field }) => field.startsWith(`rows.${at}.`)).map(({ message }) => message),
    ...(issues.length > 0 ? [] : findings.filter(({ row }) => row === at).map(({ message }) => message)),
  ])
  const moved = (from: number, to: number) => {
    const next = [...rows]
    const [row] = next.splice(from, 1)
    if (row) next.splice(to, 0, row)
    onChange?.(next)
  }
  const added = () => {
    const row: RuleRow = { code: freeCode(rows), text: '', when: {}, outcome: 'refer' }
    // above the last, which decides for all others
    const at = Math.max(0, rows.length - 1)
    onChange?.([...rows.slice(0, at), row, ...rows.slice(at)])
    setOpen(at)
  }
  const chosen = open === null ? undefined : rows[open]
  return (
    <>
      <ol className={s.rows} aria-label="Таблица правил">
        {rows.map((row, at) => (
          <li key={row.code} className={classes(s.row, faults[at]?.length ? s.bad : undefined)}>
            <span className={s.number}>{at + 1}</span>
            <div className={s.words}>
              <strong>{row.text || 'Без слов'}</strong>
              <small>{whenText(row)}</small>
              <span className={s.says}>{saysText(row)}</span>
              {faults[at]?.map((fault) => (
                <span key={fault} className={s.fault}>
                  {fault}
                </span>
              ))}
            </div>
            {onChange && (
              <div className={s.acts}>
                <Button
                  small
                  kind="soft"
                  wide={false}
                  aria-label={`Изменить строку ${at + 1}`}
                  onClick={() => setOpen(at)}
                >
                  Изменить
                </Button>
                <Button
                  small
                  kind="quiet"
                  wide={false}
                  aria-label={`Строку ${at + 1} выше`}
                  disabled={at === 0}
                  onClick={() => moved(at, at - 1)}
                >
                  ↑
                </Button>
                <Button
                  small
                  kind="quiet"
                  wide={false}
                  aria-label={`Строку ${at + 1} ниже`}
                  disabled={at === rows.length - 1}
                  onClick={() => moved(at, at + 1)}
                >
                  ↓
                </Button>
                <Button
                  small
                  kind="quiet"
                  wide={false}
                  aria-label={`Убрать строку ${at + 1}`}
                  onClick={() => onChange(rows.filter((_, place) => place !== at))}
                >
                  Убрать
                </Button>
              </div>
            )}
          </li>
        ))}
      </ol>
      {onChange && (
        <Button small kind="soft" wide={false} icon="plus" onClick={added}>
          Добавить строку
        </Button>
      )}
      {onChange && chosen && open !== null && (
        <RowForm
          row={chosen}
          number={open + 1}
          onChange={(row) => onChange(rows.map((one, place) => (place === open ? row : one)))}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

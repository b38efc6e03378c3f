import { useState } from 'react'
import { readCondition } from '#contract/decisionTable/conditions.ts'
import { type ConditionField, conditionField, conditionFields } from '#contract/decisionTable/fields.ts'
import {
  type RuleOutcome,
  type RuleReason,
  type RuleRow,
  ruleOutcomes,
  ruleReasons,
} from '#contract/decisionTable/table.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Select } from '#ui/fields/Select.tsx'
import { TextArea, TextField } from '#ui/fields/TextField.tsx'
import s from './Rules.module.css'

type Props = {
  row: RuleRow
  /** From 1 */
  number: number
  onChange(row: RuleRow): void
  onClose(): void
}

const optionsOf = <K extends string>(table: Readonly<Record<K, string>>) =>
  (Object.entries(table) as [K, string][]).map(([value, label]) => ({ value, label }))

const yesOptions = [
  { value: 'any', label: 'не важно' },
  { value: 'true', label: 'да' },
  { value: 'false', label: 'нет' },
] as const

const hints = { number: 'Например «> 90», «450..580», «0»', words: 'Коды через запятую', yes: undefined } as const

/** One row of the table: when it decides, and what. Each change is kept at once: closing loses nothing */
export function RowForm({ row, number, onChange, onClose }: Props) {
  const [more, setMore] = useState<readonly string[]>([])
  const set = (change: Partial<RuleRow>) => onChange({ ...row, ...change })
  const ask = (path: string, cell: string) => {
    const { [path]: _, ...rest } = row.when
    set({ when: cell.trim() === '' ? rest : { ...rest, [path]: cell } })
  }
  const shown = conditionFields.filter(({ path }) => path in row.when || more.includes(path))
  const others = conditionFields.filter((field) => !shown.includes(field))
  return (
    <Dialog open onClose={onClose} title={`Строка ${number}`} actions={<Button onClick={onClose}>Готово</Button>}>
      <TextArea
        id="row-text"
        name="text"
        label="Правило, словами"
        value={row.text}
        onChange={(text) => set({ text })}
        maxLength={300}
      />
      <h3>Когда</h3>
      {shown.length === 0 && <p>Во всех остальных случаях</p>}
      <div className={s.form}>
        {shown.map(({ path }) => {
          const field = conditionField(path)
          return (
            field && <Cell key={path} field={field} cell={row.when[path] ?? ''} onChange={(cell) => ask(path, cell)} />
          )
        })}
        {others.length > 0 && (
          <Select<string>
            id="row-more"
            name="more"
            label="Добавить условие"
            value=""
            placeholder="Выберите столбец"
            options={others.map(({ path, name }) => ({ value: path, label: name }))}
            onChange={(path) => setMore((before) => [...before, path])}
          />
        )}
      </div>
      <h3>Решение</h3>
      <Says row={row} set={set} />
    </Dialog>
  )
}

function Cell({ field, cell, onChange }: { field: ConditionField; cell: string; onChange(cell: string): void }) {
  const id = `cell-${field.path}`
  if (field.kind === 'yes')
    return (
      <Select<'any' | 'true' | 'false'>
        id={id}
        name={id}
        label={field.name}
        options={yesOptions}
        value={cell === '' ? 'any' : cell}
        onChange={(chosen) => onChange(chosen === 'any' ? '' : chosen)}
      />
    )
  const read = readCondition(field, cell)
  return (
    <TextField
      id={id}
      name={id}
      label={field.name}
      hint={hints[field.kind]}
      value={cell}
      error={typeof read === 'string' ? read : undefined}
      onChange={onChange}
    />
  )
}

function Says({ row, set }: { row: RuleRow; set(change: Partial<RuleRow>): void }) {
  const outcome = (chosen: RuleOutcome) =>
    set({
      outcome: chosen,
      share: chosen === 'offer' ? (row.share ?? 100) : undefined,
      dailyRate: chosen === 'offer' ? row.dailyRate : undefined,
      reason: chosen === 'reject' ? (row.reason ?? 'credit') : undefined,
    })
  return (
    <div className={s.form}>
      <Select<RuleOutcome>
        id="row-outcome"
        name="outcome"
        label="Исход"
        options={optionsOf(ruleOutcomes)}
        value={row.outcome}
        onChange={outcome}
      />
      {row.outcome === 'reject' && (
        <Select<RuleReason>
          id="row-reason"
          name="reason"
          label="Причина для клиента"
          options={optionsOf(ruleReasons)}
          value={row.reason ?? ''}
          onChange={(reason) => set({ reason })}
        />
      )}
      {row.outcome === 'offer' && (
        <>
          <TextField
            id="row-share"
            name="share"
            label="Доля запрошенной суммы, %"
            inputMode="numeric"
            value={row.share === undefined ? '' : String(row.share)}
            onChange={(typed) => {
              const digits = typed.replace(/\D/g, '').slice(0, 3)
              set({ share: digits === '' ? undefined : Number(digits) })
            }}
          />
          <TextField
            id="row-rate"
            name="rate"
            label="Ставка в день"
            hint="Доля долга, как 0.005. Пусто — ставка продукта"
            value={row.dailyRate ?? ''}
            onChange={(typed) => set({ dailyRate: typed.replace(',', '.') || undefined })}
          />
        </>
      )}
      <TextField id="row-code" name="code" label="Код правила" value={row.code} onChange={(code) => set({ code })} />
    </div>
  )
}

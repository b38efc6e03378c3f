/** The first column of what a rule says; all between the name and it are conditions */
const outcomeColumn = 'Исход'

const words: Readonly<Record<string, string>> = {
  true: 'да',
  false: 'нет',
  null: '—',
  reject: 'отказ',
  refer: 'второму сотруднику',
  offer: 'предложение',
  documents: 'документы',
  data: 'данные',
  credit: 'кредитная история',
  selfBan: 'самозапрет',
  limits: 'ограничения',
  other: 'другая',
}

/** A cell of the rules engine as a person writes it: `"reject"` is «отказ», `[450..580]` is «450–580» */
export function cellText(cell: string): string {
  const bare = cell.replace(/^"(.*)"$/, '$1')
  const range = /^\[(\d+)\.\.(\d+)\]$/.exec(bare)
  return range ? `${range[1]}–${range[2]}` : (words[bare] ?? bare)
}

export interface RuleTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** The wide table of conditions, most of them empty, as one column of those that count */
export function foldConditions({ columns, rows }: RuleTable): RuleTable {
  const outcome = columns.indexOf(outcomeColumn)
  if (outcome < 2) return { columns, rows: rows.map((row) => row.map(cellText)) }
  return {
    columns: [columns[0] ?? '', 'Когда', ...columns.slice(outcome)],
    rows: rows.map((row) => {
      const conditions = row
        .slice(1, outcome)
        .flatMap((cell, at) => (cell ? [`${columns[at + 1]}: ${cellText(cell)}`] : []))
      return [row[0] ?? '', conditions.join('; ') || 'во всех остальных случаях', ...row.slice(outcome).map(cellText)]
    }),
  }
}

import type { Comparison } from '#contract/calls/office/ruleTrials.ts'
import { formatRoubles, kopecks } from '#contract/money.ts'
import { formatCount } from '#contract/russian.ts'
import { type Column, Table } from '#ui/show/Table.tsx'
import { Sheet } from '../frame/ListScreen.tsx'

interface Line {
  readonly name: string
  readonly before: string
  readonly after: string
}

const lineColumns: readonly Column<Line>[] = [
  { key: 'name', title: 'Показатель', head: true, cell: ({ name }) => name },
  { key: 'before', title: 'Решили тогда', end: true, cell: ({ before }) => before },
  { key: 'after', title: 'По черновику', end: true, cell: ({ after }) => after },
]

const moveColumns: readonly Column<Comparison['moves'][number]>[] = [
  { key: 'from', title: 'Было', head: true, cell: ({ from }) => from },
  { key: 'to', title: 'Станет', cell: ({ to }) => to },
  { key: 'count', title: 'Решений', end: true, cell: ({ count }) => count },
]

const ruleColumns: readonly Column<Comparison['byRule'][number]>[] = [
  { key: 'rule', title: 'Какое правило решает теперь', head: true, cell: ({ text }) => text },
  { key: 'count', title: 'Изменило решений', end: true, cell: ({ count }) => count },
]

const sum = (amount: number | null) => (amount === null ? '—' : formatRoubles(kopecks(amount)))
const percent = (text: string | null) => (text === null ? '—' : `${text.replace('.', ',')} %`)

function lines({ before, after }: Comparison): Line[] {
  const of = (name: string, told: (side: Comparison['before']) => string) => ({
    name,
    before: told(before),
    after: told(after),
  })
  return [
    of('Предложений', ({ offers }) => String(offers)),
    of('Доля одобренных', ({ approvalPercent }) => percent(approvalPercent)),
    of('Средняя сумма', ({ meanSum }) => sum(meanSum)),
    of('Средний ПДН', ({ meanBurden }) => percent(meanBurden)),
  ]
}

/** Whom a draft would change: how many, from what to what, and which rule did it */
export function ComparisonView({ report }: { report: Comparison }) {
  const { decisions, changed, gone } = report
  return (
    <>
      <p>
        {formatCount(decisions, 'решение', 'решения', 'решений')}, изменится: <strong>{changed}</strong>
        {gone > 0 && `. Не пересчитать ${gone}: данные уничтожены или решения у черновика нет`}
      </p>
      <Sheet>
        <Table caption="Показатели" columns={lineColumns} rows={lines(report)} rowKey={({ name }) => name} />
      </Sheet>
      {changed > 0 && (
        <>
          <Sheet>
            <Table
              caption="Что изменится"
              columns={moveColumns}
              rows={report.moves}
              rowKey={({ from, to }) => `${from} ${to}`}
            />
          </Sheet>
          <Sheet>
            <Table caption="Какие правила" columns={ruleColumns} rows={report.byRule} rowKey={({ rule }) => rule} />
          </Sheet>
        </>
      )}
    </>
  )
}

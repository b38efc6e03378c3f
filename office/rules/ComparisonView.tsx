import type { Comparison } from '#contract/calls/office/ruleTrials.ts'
import { formatRoubles, kopecks } from '#contract/money.ts'
import { formatCount } from '#contract/russian.ts'
import type { VersionKind } from '#contract/versions/kinds.ts'
import { type Column, Table } from '#ui/show/Table.tsx'
import { Sheet } from '../frame/ListScreen.tsx'
import { pastWords } from './pastWords.ts'

interface Line {
  readonly name: string
  readonly before: string
  readonly after: string
}

const lineColumns = (of: VersionKind): readonly Column<Line>[] => [
  { key: 'name', title: 'Показатель', head: true, cell: ({ name }) => name },
  { key: 'before', title: pastWords[of].before, end: true, cell: ({ before }) => before },
  { key: 'after', title: 'По черновику', end: true, cell: ({ after }) => after },
]

const moveColumns = (of: VersionKind): readonly Column<Comparison['moves'][number]>[] => [
  { key: 'from', title: of === 'tariffs' ? 'Продукт' : 'Было', head: true, cell: ({ from }) => from },
  { key: 'to', title: 'Станет', cell: ({ to }) => to },
  { key: 'count', title: pastWords[of].many, end: true, cell: ({ count }) => count },
]

const ruleColumns = (of: VersionKind): readonly Column<Comparison['byRule'][number]>[] => [
  { key: 'rule', title: pastWords[of].by, head: true, cell: ({ text }) => text },
  { key: 'count', title: pastWords[of].changedBy, end: true, cell: ({ count }) => count },
]

const sum = (amount: number | null) => (amount === null ? '—' : formatRoubles(kopecks(amount)))
const percent = (text: string | null) => (text === null ? '—' : `${text.replace('.', ',')} %`)

function lines({ before, after }: Comparison, kind: VersionKind): Line[] {
  const of = (name: string, told: (side: Comparison['before']) => string) => ({
    name,
    before: told(before),
    after: told(after),
  })
  if (kind === 'tariffs')
    return [
      of('Можно предложить', ({ offers }) => String(offers)),
      of('Доля таких', ({ approvalPercent }) => percent(approvalPercent)),
      of('Средняя сумма', ({ meanSum }) => sum(meanSum)),
      of('Заём стоит в среднем', ({ meanCost }) => sum(meanCost ?? null)),
      of('Средняя полная стоимость', ({ meanFullCost }) => percent(meanFullCost ?? null)),
    ]
  return [
    of('Предложений', ({ offers }) => String(offers)),
    of('Доля одобренных', ({ approvalPercent }) => percent(approvalPercent)),
    of('Средняя сумма', ({ meanSum }) => sum(meanSum)),
    of('Средний ПДН', ({ meanBurden }) => percent(meanBurden)),
  ]
}

/** Whom a draft would change: how many, from what to what, and which rule did it */
export function ComparisonView({ report, of = 'decision' }: { report: Comparison; of?: VersionKind }) {
  const { decisions, changed, gone } = report
  const [one, few, many] = pastWords[of].counted
  return (
    <>
      <p>
        {formatCount(decisions, one, few, many)}, изменится: <strong>{changed}</strong>
        {gone > 0 && `. Не пересчитать ${gone}: данные уничтожены или решения у черновика нет`}
      </p>
      <Sheet>
        <Table caption="Показатели" columns={lineColumns(of)} rows={lines(report, of)} rowKey={({ name }) => name} />
      </Sheet>
      {changed > 0 && (
        <>
          <Sheet>
            <Table
              caption="Что изменится"
              columns={moveColumns(of)}
              rows={report.moves}
              rowKey={({ from, to }) => `${from} ${to}`}
            />
          </Sheet>
          <Sheet>
            <Table
              caption={pastWords[of].caption}
              columns={ruleColumns(of)}
              rows={report.byRule}
              rowKey={({ rule }) => rule}
            />
          </Sheet>
        </>
      )}
    </>
  )
}

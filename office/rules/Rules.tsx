import type { CallAnswer } from '#contract/call.ts'
import { officeRules } from '#contract/calls/office/rules.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { hasRight } from '#contract/roles.ts'
import { Soft } from '#ui/frame/Stack.tsx'
import { type Column, Table } from '#ui/show/Table.tsx'
import { Sheet } from '../frame/ListScreen.tsx'
import { Loading } from '../frame/Loading.tsx'
import { Screen } from '../frame/Screen.tsx'
import { Trouble } from '../frame/Trouble.tsx'
import { useStaff } from '../session.ts'
import { useRead } from '../useRead.ts'
import { foldConditions } from './decisionRules.ts'
import { Snoozes } from './Snoozes.tsx'
import { Versions } from './Versions.tsx'

type Answer = CallAnswer<typeof officeRules>
type Rule = Answer['rules'][number]
type Product = Answer['products'][number]

const day = (date: string | undefined) => (date ? formatDate(date as IsoDate, 'numeric') : '')

const ruleColumns: readonly Column<Rule>[] = [
  { key: 'name', title: 'Правило', head: true, cell: ({ name }) => name },
  { key: 'value', title: 'Значение', cell: ({ value }) => value },
  {
    key: 'when',
    title: 'Действует',
    cell: ({ from, until }) =>
      [from && `с\u00a0${day(from)}`, until && `до\u00a0${day(until)}`].filter(Boolean).join(' ') || 'всегда',
  },
  { key: 'obeyed', title: 'Где исполняется', cell: ({ obeyedBy }) => obeyedBy },
  { key: 'source', title: 'Источник', cell: ({ source }) => source },
]

const productColumns: readonly Column<Product>[] = [
  { key: 'title', title: 'Продукт', head: true, cell: ({ title }) => title },
  { key: 'text', title: 'Условия', cell: ({ text }) => text },
]

/** What the product obeys: tariffs, decision rules, the dated rule table. The decision rules are changed here, the tariffs on their own screen, the law in the lender's file */
export function Rules() {
  const me = useStaff()
  const { data, error, mutate } = useRead(officeRules, {})
  return (
    <Screen title="Правила">
      {error && <Trouble error={error} onAgain={() => void mutate()} />}
      {!data && !error && <Loading />}
      {hasRight(me, 'rules.read') && (
        <>
          <Versions kind="decision" onTurned={() => void mutate()} />
          <Snoozes />
        </>
      )}
      {data && (
        <>
          <h2>Продукты</h2>
          <Sheet>
            <Table caption="Продукты" columns={productColumns} rows={data.products} rowKey={({ title }) => title} />
          </Sheet>
          <DecisionRules rules={data.decisionRules} />
          <h2>Нормы</h2>
          <Sheet>
            <Table
              caption="Нормы"
              columns={ruleColumns}
              rows={data.rules}
              rowKey={({ name, from, until, value }) => `${name} ${from} ${until} ${value}`}
            />
          </Sheet>
        </>
      )}
    </Screen>
  )
}

function DecisionRules({ rules }: { rules: Answer['decisionRules'] }) {
  if (rules.columns.length === 0) return null
  const { columns, rows } = foldConditions(rules)
  const numbered = rows.map((cells, at) => ({ cells, number: at + 1 }))
  return (
    <>
      <h2>Правила решений, {rules.version}</h2>
      <Soft>Действует первое подходящее сверху.</Soft>
      <Sheet>
        <Table
          caption="Правила решений"
          rows={numbered}
          rowKey={({ number }) => String(number)}
          columns={columns.map((title, at) => ({
            key: title,
            title,
            head: at === 0,
            cell: ({ cells }: (typeof numbered)[number]) => cells[at] ?? '',
          }))}
        />
      </Sheet>
    </>
  )
}

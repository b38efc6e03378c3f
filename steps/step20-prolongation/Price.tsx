import type { ProlongationView } from '#contract/calls/prolongation.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { formatPercent, formatRoubles, kopecks } from '#contract/money.ts'
import { Card } from '#ui/frame/Card.tsx'
import { Soft } from '#ui/frame/Stack.tsx'
import { Lines } from '#ui/show/Facts.tsx'

const money = (amount: number) => formatRoubles(kopecks(amount))
const day = (date: string) => formatDate(date as IsoDate)

/** What is paid now, what later, and what the loan costs in all. */
export function Price({ price }: { price: NonNullable<ProlongationView['price']> }) {
  return (
    <Card main title={`Вернуть до ${day(price.newDueDate)}`} above={`Сейчас срок — ${day(price.oldDueDate)}`}>
      <Lines
        lines={[
          { label: 'Оплатить сейчас: проценты', value: money(price.payNow) },
          { label: `Вернуть ${day(price.newDueDate)}`, value: money(price.totalOnNewDate) },
          { label: 'из них сумма займа', value: money(price.principal) },
          { label: 'из них новые проценты', value: money(price.interestToCome) },
          { label: 'Переплата за всё время', value: money(price.overpaymentInAll) },
          { label: 'ПСК с продлением', value: `${formatPercent(price.fullCostPercent)} годовых` },
          { label: 'Плата за продление', value: 'Отсутствует' },
        ]}
      />
      {price.leftThisYear !== null && <Soft>После этого за год можно продлить ещё раз: {price.leftThisYear}.</Soft>}
    </Card>
  )
}

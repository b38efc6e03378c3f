import type { ProlongationView } from '#contract/calls/prolongation.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { formatPercent, formatRoubles, kopecks } from '#contract/money.ts'
import { formatCount } from '#contract/russian.ts'
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
          ...(price.penalty > 0 ? [{ label: 'из них неустойка', value: money(price.penalty) }] : []),
          { label: 'Переплата за всё время', value: money(price.overpaymentInAll) },
          { label: 'ПСК с продлением', value: `${formatPercent(price.fullCostPercent)} годовых` },
          { label: 'Плата за продление', value: 'Отсутствует' },
        ]}
      />
      {price.newLastDay !== price.newDueDate && (
        <Soft>
          {day(price.newDueDate)} — выходной: без неустойки можно заплатить до {day(price.newLastDay)}.
        </Soft>
      )}
      {price.leftThisYear !== null && (
        <Soft>
          {price.leftThisYear > 0
            ? `После этого за год можно продлить ещё ${formatCount(price.leftThisYear, 'раз', 'раза', 'раз')}.`
            : 'Больше в этом году продлить нельзя.'}
        </Soft>
      )}
    </Card>
  )
}

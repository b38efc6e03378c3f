import { getLoan, type LoanView } from '#contract/calls/loans.ts'
import { addDays, daysBetween, formatDate, type IsoDate } from '#contract/dates.ts'
import { formatRoubles, kopecks } from '#contract/money.ts'
import type { LoanRequest } from '#contract/request.ts'
import { formatDays } from '#contract/russian.ts'
import { formatDateTime } from '#contract/zones.ts'
import { ButtonLink } from '#ui/actions/Button.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { useServices } from '#ui/services.ts'
import { Lines } from '#ui/show/Facts.tsx'
import { useRead } from '#ui/useRead.ts'

type RunningRequest = LoanRequest & { readonly loan: NonNullable<LoanRequest['loan']> }
type Props = { request: RunningRequest; above?: string | null | undefined; main?: boolean }

const money = (amount: number) => formatRoubles(kopecks(amount))
const day = (date: string) => formatDate(date as IsoDate)

/** A loan that runs: what is to be paid next, or what ends the overdue, and where that is done. */
export function RunningLoan({ request, above, main = false }: Props) {
  const loan = useLoan(request)
  const href = `/step35?loan=${request.loan.id}`
  const late = loan !== null && loan.debt.overdueDays > 0
  return (
    <Card
      main={main}
      title={late ? overdueTitle(loan) : 'Деньги выплачены'}
      above={above}
      tone={late ? 'bad' : 'plain'}
    >
      {!late && <Paid request={request} />}
      {late ? <Overdue loan={loan} /> : <Next loan={loan} dueDate={request.loan.dueDate} />}
      <ButtonLink href={href}>{late || loan?.debt.due ? 'Заплатить' : 'Мой заём'}</ButtonLink>
      {loan?.schedule.length === 1 && (
        <ButtonLink kind="soft" href={`/step20?loan=${loan.id}`}>
          Продлить
        </ButtonLink>
      )}
    </Card>
  )
}

/** Where the money went, and when. */
function Paid({ request: { payout } }: Pick<Props, 'request'>) {
  const { lender } = useServices()
  if (!payout) return null
  return (
    <p>
      {payout.destination && `${payout.destination}, `}
      {formatDateTime(new Date(payout.at), lender.zone)}
    </p>
  )
}

/** The loan as it stands now; null until it is known, and where it cannot be read: the card still leads to it. */
function useLoan({ loan: { id } }: RunningRequest): LoanView | null {
  const { data: loan } = useRead(getLoan, { params: { id }, query: {} })
  return loan?.id === id ? loan : null
}

const overdueTitle = ({ debt }: LoanView) =>
  `Просрочено ${money(debt.due)} с ${day(addDays(debt.on as IsoDate, 1 - debt.overdueDays))}`

function Overdue({ loan: { debt } }: { loan: LoanView }) {
  return (
    <>
      <p>
        Чтобы закончить просрочку, внесите {money(debt.due)}.
        {debt.penalty > 0 && ` Неустойка ${money(debt.penalty)} — отдельно, её можно заплатить позже.`}
      </p>
      <p>Платить трудно? Напишите нам до звонка: подберём решение.</p>
    </>
  )
}

function Next({ loan, dueDate }: { loan: LoanView | null; dueDate: string }) {
  if (!loan?.next) return <p>Вернуть до {day(dueDate)}. Раньше можно в любой день: проценты только за дни займа.</p>
  const { debt, next } = loan
  const left = daysBetween(debt.on as IsoDate, next.date as IsoDate)
  return (
    <>
      <Lines
        lines={[
          ...(debt.due > 0 ? [{ label: 'К оплате сегодня', value: money(debt.due) }] : []),
          {
            label: 'Следующий платёж',
            value: next.covered ? 'уже внесён' : money(next.amount),
          },
          { label: 'Дата', value: `${day(next.date)}, через ${formatDays(left)}` },
          ...(next.lastDay > next.date ? [{ label: 'Это выходной, без неустойки до', value: day(next.lastDay) }] : []),
          ...(debt.held > 0 ? [{ label: 'Внесено заранее', value: money(debt.held) }] : []),
        ]}
      />
      <p>Раньше можно в любой день: проценты только за дни займа.</p>
    </>
  )
}

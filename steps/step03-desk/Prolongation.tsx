import { formatDate, type IsoDate } from '#contract/dates.ts'
import type { LoanRequest } from '#contract/request.ts'
import { ButtonLink } from '#ui/actions/Button.tsx'
import { Card } from '#ui/frame/Card.tsx'

/** What is still to be done before the new date is in force. */
export function Prolongation({ request }: { request: LoanRequest }) {
  const { prolongation } = request
  if (!prolongation) return null
  const { signed, paid, newDueDate, until, loanId } = prolongation
  const left = signed
    ? 'Соглашение подписано. Осталось оплатить начисленные проценты.'
    : paid
      ? 'Проценты оплачены. Осталось подписать соглашение кодом из СМС.'
      : 'Подпишите соглашение и оплатите начисленные проценты, в любом порядке.'
  return (
    <Card main title={`Продление до ${formatDate(newDueDate as IsoDate)}`}>
      <p>
        {left} Сделать это нужно до {formatDate(until as IsoDate)}.
      </p>
      <ButtonLink href="/step39">{signed ? 'Оплатить' : 'Открыть соглашение'}</ButtonLink>
      <ButtonLink href={`/step35?loan=${loanId}`} kind="soft">
        Мой заём
      </ButtonLink>
    </Card>
  )
}

import { useState } from 'react'
import { endHoliday } from '#contract/calls/appeals.ts'
import type { LoanView } from '#contract/calls/loans.ts'
import { Button, ButtonLink } from '#ui/actions/Button.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { useServices } from '#ui/services.ts'
import { ListRow } from '#ui/show/ListRow.tsx'
import { Rows } from '#ui/show/Rows.tsx'
import { useAct } from '#ui/useAct.ts'
import { day } from './words.ts'

/** Where somebody goes to whom paying is hard; in a holiday, what it means and how to end it */
export function Hard({ loan, again }: { loan: LoanView; again(): Promise<void> }) {
  const { call, showError, toast } = useServices()
  const { busy, act } = useAct(showError)
  const [sure, setSure] = useState(false)
  const end = () =>
    act(async () => {
      await call(endHoliday, { params: { id: loan.id } })
      toast('Каникулы окончены, график новый')
      await again()
    })
  if (loan.holiday)
    return (
      <Card title="Каникулы">
        <Notice tone="good" title={`С ${day(loan.holiday.from)} по ${day(loan.holiday.until)}`}>
          Платить не нужно, неустойки нет. Если внесёте деньги, они сразу уменьшат долг, и процентов будет меньше.
        </Notice>
        {sure ? (
          <>
            <p>Каникулы закончатся сегодня, платежи приблизятся. Вернуть их по той же причине нельзя.</p>
            <Button kind="soft" busy={busy} onClick={() => void end()}>
              Да, закончить сегодня
            </Button>
          </>
        ) : (
          <Button kind="quiet" onClick={() => setSure(true)}>
            Закончить раньше
          </Button>
        )}
      </Card>
    )
  return (
    <Card title="Платить трудно?">
      <Rows>
        <ListRow
          icon="clock"
          title="Кредитные каникулы"
          sub="До шести месяцев без платежей и неустойки"
          href={`/step40?kind=holiday&loan=${loan.id}`}
        />
        <ListRow
          icon="calendar"
          title="Новые условия"
          sub="Другой график, посильный вам"
          href={`/step40?kind=restructuring&loan=${loan.id}`}
        />
      </Rows>
      <ButtonLink kind="quiet" href="/step40">
        Обращения и ответы
      </ButtonLink>
    </Card>
  )
}

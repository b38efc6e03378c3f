import { useCallback, useEffect, useState } from 'react'
import { getLoan, type LoanView } from '#contract/calls/loans.ts'
import { formatDate, type IsoDate, parseDate } from '#contract/dates.ts'
import { formatRoubles, kopecks } from '#contract/money.ts'
import { ButtonLink } from '#ui/actions/Button.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { LoadFailed } from '#ui/feedback/LoadFailed.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Placeholder } from '#ui/feedback/Placeholder.tsx'
import { DateField } from '#ui/fields/DateField.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { Page } from '#ui/frame/Page.tsx'
import { Soft } from '#ui/frame/Stack.tsx'
import { type AuthScreenProps, useServices } from '#ui/services.ts'
import { Lines } from '#ui/show/Facts.tsx'
import { ListRow } from '#ui/show/ListRow.tsx'
import { Rows } from '#ui/show/Rows.tsx'
import { Documents } from './Documents.tsx'
import { Pay } from './Pay.tsx'

const money = (amount: number) => formatRoubles(kopecks(amount))
const day = (date: string) => formatDate(date as IsoDate)

export default function Screen({ authStatus }: AuthScreenProps) {
  const { requests } = useServices()
  const wanted = new URLSearchParams(location.search).get('loan')
  const known = requests?.flatMap((request) => (request.loan ? [request.loan] : [])) ?? []
  const loan = known.find(({ id }) => id === wanted) ?? known.find(({ state }) => state === 'running') ?? known[0]
  if (authStatus === 'no_auth') {
    return (
      <Page title="Мой заём" heading={null}>
        <Empty icon="user" title="Войдите, чтобы увидеть заём" action={<ButtonLink href="/step2">Войти</ButtonLink>} />
      </Page>
    )
  }
  if (!requests) return <Placeholder />
  if (!loan) {
    return (
      <Page title="Мой заём" heading={null} back="/step3">
        <Empty icon="ruble" title="Займов пока нет" action={<ButtonLink href="/step19">Подать заявку</ButtonLink>} />
      </Page>
    )
  }
  return <Loan id={loan.id} />
}

function Loan({ id }: { id: string }) {
  const { call, lender, showError } = useServices()
  const [loan, setLoan] = useState<LoanView | null>(null)
  const [on, setOn] = useState('')
  const [later, setLater] = useState<LoanView['debt'] | null>(null)
  const [failure, setFailure] = useState('')

  const ask = useCallback((query: { on?: string }) => call(getLoan, { params: { id }, query }), [call, id])
  const load = useCallback(async () => {
    try {
      setLoan(await ask({}))
      setFailure('')
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'Не получилось открыть заём')
    }
  }, [ask])
  useEffect(() => void load(), [load])

  if (!loan && failure) return <LoadFailed title="Мой заём" back="/step3" why={failure} again={() => load()} />
  if (!loan) return <Placeholder />
  const pick = (text: string) => {
    setOn(text)
    const date = text.length >= 10 ? parseDate(text) : null
    if (!date) return setLater(null)
    ask({ on: date })
      .then(({ debt }) => setLater(debt))
      .catch((error: Error) => showError(error.message))
  }
  const product = lender.products.find(({ kind }) => kind === 'single')
  const mayProlong = loan.state === 'running' && loan.schedule.length === 1 && product !== undefined
  return (
    <Page title="Мой заём" back="/step3">
      {loan.state === 'running' ? (
        <Card main title={`${money(loan.debt.total)}`} above={`Чтобы закрыть заём ${day(loan.debt.on)}`}>
          <Lines
            lines={[
              { label: 'Основной долг', value: money(loan.debt.principal) },
              { label: 'Проценты', value: money(loan.debt.interest) },
              ...(loan.debt.penalty > 0 ? [{ label: 'Пени', value: money(loan.debt.penalty) }] : []),
              { label: 'Вернуть до', value: day(loan.dueDate) },
            ]}
          />
          {loan.debt.overdueDays > 0 && (
            <Notice tone="bad" title={`Просрочка ${loan.debt.overdueDays} дн.`}>
              Сейчас нужно внести {money(loan.debt.due)}. Если платить трудно, напишите нам: подберём решение.
            </Notice>
          )}
          <Pay loan={loan} onPaid={load} />
          <DateField label="Сколько будет на другую дату" value={on} onChange={pick} onBlur={() => {}} />
          {later && (
            <p role="status">
              {day(later.on)}, если до этого не платить: {money(later.total)}
            </p>
          )}
        </Card>
      ) : (
        <Card main title="Заём закрыт">
          <p>Вы ничего не должны. Документы останутся здесь.</p>
        </Card>
      )}
      {loan.state === 'running' && (
        <Card>
          <Rows>
            {mayProlong && (
              <ListRow
                icon="calendar"
                title="Продлить заём"
                sub="Перенести срок, оплатив проценты"
                href={`/step20?loan=${loan.id}`}
              />
            )}
            <ListRow
              icon="clock"
              title={loan.schedule.length > 1 ? 'Даты платежей — в календарь' : 'Дату возврата — в календарь'}
              sub="Файл для календаря телефона, напомнит за день"
              href={`/service/loans/${loan.id}/calendar.ics`}
            />
          </Rows>
        </Card>
      )}
      {loan.schedule.length > 1 && loan.state === 'running' && (
        <Card title="График">
          <Lines
            lines={loan.schedule.map((row) => ({ label: day(row.date), value: money(row.payment), key: row.date }))}
          />
          <Soft>В графике — части основного долга; проценты начисляются по дням.</Soft>
        </Card>
      )}
      {loan.payments.length > 0 && (
        <Card title="Платежи">
          <Lines
            lines={loan.payments.map((row, place) => ({
              label: day(row.date),
              value: money(row.amount),
              key: `${place}`,
            }))}
          />
        </Card>
      )}
      <Documents requestId={loan.requestId} />
    </Page>
  )
}

import { useState } from 'react'
import { getLoan, type LoanView } from '#contract/calls/loans.ts'
import { parseDate } from '#contract/dateReading.ts'
import { payPurposes } from '#contract/paying.ts'
import { ButtonLink } from '#ui/actions/Button.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { LoadFailed } from '#ui/feedback/LoadFailed.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Placeholder } from '#ui/feedback/Placeholder.tsx'
import { DateField } from '#ui/fields/DateField.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { Page } from '#ui/frame/Page.tsx'
import { Soft } from '#ui/frame/Stack.tsx'
import { RequestsAwaited } from '#ui/request/RequestsFailed.tsx'
import { type AuthScreenProps, useServices } from '#ui/services.ts'
import { Lines } from '#ui/show/Facts.tsx'
import { ListRow } from '#ui/show/ListRow.tsx'
import { Rows } from '#ui/show/Rows.tsx'
import { useRead } from '#ui/useRead.ts'
import { Documents } from './Documents.tsx'
import { Hard } from './Hard.tsx'
import { Means } from './Means.tsx'
import { PartReturn } from './PartReturn.tsx'
import { type Choice, ChooseContext, Pay } from './Pay.tsx'
import { Result } from './Result.tsx'
import { Transfer } from './Transfer.tsx'
import { Ways } from './Ways.tsx'
import { day, money } from './words.ts'

/** The date, and the working day after it where it is a day off. */
const due = (date: string, lastDay: string) =>
  date === lastDay ? day(date) : `${day(date)} (выходной: до ${day(lastDay)})`

export default function Screen({ authStatus }: AuthScreenProps) {
  const { requests } = useServices()
  const { payment: begun, loan: named, choice } = useAddress()
  const [shown, setShown] = useState<{ payment: string; fresh: boolean } | null>(
    begun ? { payment: begun, fresh: false } : null,
  )
  const [wanted, setWanted] = useState(named)
  const known = requests?.flatMap((request) => (request.loan ? [request.loan] : [])) ?? []
  const loan = known.find(({ id }) => id === wanted) ?? known.find(({ state }) => state === 'running') ?? known[0]
  if (authStatus === 'no_auth') {
    return (
      <Page title="Мой заём" heading={null}>
        <Empty icon="user" title="Войдите, чтобы увидеть заём" action={<ButtonLink href="/step2">Войти</ButtonLink>} />
      </Page>
    )
  }
  if (!requests) return <RequestsAwaited title="Мой заём" back="/step3" />
  if (!loan) {
    return (
      <Page title="Мой заём" heading={null} back="/step3">
        <Empty icon="ruble" title="Займов пока нет" action={<ButtonLink href="/step19">Подать заявку</ButtonLink>} />
      </Page>
    )
  }
  if (shown) {
    const back = (id: string) => {
      setWanted(id)
      setShown(null)
      // Back does not lead to a payment that is over.
      history.replaceState(null, '', `/step35?loan=${id}`)
    }
    return <Result key={shown.payment} id={shown.payment} fresh={shown.fresh} onLoan={back} />
  }
  return <Loan id={loan.id} asked={choice} onPayment={(payment, fresh) => setShown({ payment, fresh })} />
}

/** What the address names: a loan, what to pay of it, or a payment somebody comes back from. */
function useAddress() {
  const [found] = useState(() => {
    const query = new URLSearchParams(location.search)
    const purpose = payPurposes.find((one) => one === query.get('pay'))
    const amount = Number(query.get('amount'))
    const choice = purpose && Number.isSafeInteger(amount) && amount > 0 ? { purpose, amount } : null
    return { loan: query.get('loan'), payment: query.get('payment'), choice }
  })
  return found
}

type LoanProps = { id: string; asked: Choice | null; onPayment(id: string, fresh: boolean): void }

function Loan({ id, asked, onPayment }: LoanProps) {
  const [choice, setChoice] = useState(asked)
  const { call, lender, showError } = useServices()
  const [on, setOn] = useState('')
  const [later, setLater] = useState<LoanView['debt'] | null>(null)

  const { data: loan, failure, again: load } = useRead(getLoan, { params: { id }, query: {} })

  if (!loan && failure !== null) return <LoadFailed title="Мой заём" back="/step3" why={failure} again={load} />
  if (!loan) return <Placeholder />
  if (choice && loan.state === 'running')
    return (
      <Ways
        loan={loan}
        choice={choice}
        onBack={() => setChoice(null)}
        onBegun={(payment) => onPayment(payment, true)}
      />
    )
  const pick = (text: string) => {
    setOn(text)
    const date = text.length >= 10 ? parseDate(text) : null
    if (!date) return setLater(null)
    call(getLoan, { params: { id }, query: { on: date } })
      .then(({ debt }) => setLater(debt))
      .catch((error: unknown) => showError(error))
  }
  const product = lender.products.find(({ kind }) => kind === 'single')
  const mayProlong = loan.state === 'running' && loan.schedule.length === 1 && !loan.holiday && product !== undefined
  return (
    <ChooseContext value={setChoice}>
      <Page title="Мой заём" back="/step3">
        {loan.state === 'running' ? (
          <Card main title={`${money(loan.debt.toClose)}`} above={`Чтобы закрыть заём ${day(loan.debt.on)}`}>
            <Lines
              lines={[
                { label: 'Основной долг', value: money(loan.debt.principal) },
                { label: 'Проценты', value: money(loan.debt.interest) },
                ...(loan.debt.penalty > 0 ? [{ label: 'Неустойка', value: money(loan.debt.penalty) }] : []),
                ...(loan.debt.held > 0 ? [{ label: 'Внесено заранее', value: money(loan.debt.held) }] : []),
                { label: 'Вернуть до', value: due(loan.dueDate, loan.lastDay) },
                { label: 'Договор', value: `№ ${loan.contract}` },
              ]}
            />
            {loan.debt.overdueDays > 0 && (
              <Notice tone="bad" title={`Просрочка ${loan.debt.overdueDays} дн.`}>
                Чтобы её погасить, внесите {money(loan.debt.due)}
                {loan.debt.penalty > 0 &&
                  ` (неустойка ${money(loan.debt.penalty)} — отдельно, её можно заплатить позже)`}
                . Если платить трудно, напишите нам: подберём решение.
              </Notice>
            )}
            <Pay loan={loan} />
            <Transfer loan={loan} />
            <DateField label="Сколько будет на другую дату" value={on} onChange={pick} onBlur={() => {}} />
            {later && (
              <p role="status">
                {day(later.on)}, если до этого не платить: {money(later.toClose)}
              </p>
            )}
          </Card>
        ) : (
          <Card main title="Заём закрыт">
            <p>Вы ничего не должны. Справка и документы останутся здесь.</p>
            {loan.debt.overpaid > 0 && !lender.vendors.paysInside && (
              <Notice title={`Вы заплатили на ${money(loan.debt.overpaid)} больше`}>
                Эти деньги у нас, мы их вернём.
              </Notice>
            )}
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
        {loan.state === 'running' && <Hard loan={loan} again={load} />}
        <Means loan={loan} onPayment={(payment) => onPayment(payment, false)} />
        {loan.schedule.length > 1 && loan.state === 'running' && <PartReturn loan={loan} />}
        {loan.schedule.length > 1 && loan.state === 'running' && (
          <Card title="График">
            <Lines
              lines={loan.schedule.map((row) => ({
                label: due(row.date, row.lastDay),
                value: money(row.payment),
                key: row.date,
              }))}
            />
            <Soft>
              В каждом платеже — проценты и часть займа. Если дата выпала на выходной, платить можно до рабочего дня.
            </Soft>
          </Card>
        )}
        {loan.payments.length > 0 && (
          <Card title="Платежи">
            <Lines
              lines={loan.payments.map((row, place) => ({
                label: row.partReturn ? `${day(row.date)}, часть досрочно` : day(row.date),
                value: money(row.amount),
                key: `${place}`,
              }))}
            />
          </Card>
        )}
        <Documents requestId={loan.requestId} />
      </Page>
    </ChooseContext>
  )
}

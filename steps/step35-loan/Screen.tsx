import { useCallback, useEffect, useRef, useState } from 'react'
import { getLoan, type LoanView, sandboxPayment } from '#contract/calls/loans.ts'
import { type DocumentView, listDocuments } from '#contract/calls/offer.ts'
import { formatDate, type IsoDate, parseDate } from '#contract/dates.ts'
import { formatRoubles, kopecks } from '#contract/money.ts'
import { Button, ButtonLink } from '#ui/actions/Button.tsx'
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
  const { call, lender } = useServices()
  const [loan, setLoan] = useState<LoanView | null>(null)
  const [on, setOn] = useState('')
  const [failure, setFailure] = useState('')

  const load = useCallback(
    async (date?: string) => {
      try {
        setLoan(await call(getLoan, { params: { id }, query: date ? { on: date } : {} }))
        setFailure('')
      } catch (error) {
        setFailure(error instanceof Error ? error.message : 'Не получилось открыть заём')
      }
    },
    [call, id],
  )
  useEffect(() => void load(), [load])

  if (!loan && failure) return <LoadFailed title="Мой заём" back="/step3" why={failure} again={() => load()} />
  if (!loan) return <Placeholder />
  const pick = (text: string) => {
    setOn(text)
    const date = parseDate(text)
    if (date && text.length >= 10) void load(date)
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
          <DateField label="Сколько будет на другую дату" value={on} onChange={pick} onBlur={() => {}} />
          <Pay loan={loan} onPaid={() => load()} />
        </Card>
      ) : (
        <Card main title="Заём закрыт">
          <p>Вы ничего не должны. Документы останутся здесь.</p>
        </Card>
      )}
      {mayProlong && (
        <Card>
          <ListRow
            icon="calendar"
            title="Продлить заём"
            sub="Перенести срок, оплатив проценты"
            href={`/step20?loan=${loan.id}`}
          />
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

function Pay({ loan, onPaid }: { loan: LoanView; onPaid(): Promise<void> }) {
  const { call, newKey, showError, refresh, toast } = useServices()
  const [busy, setBusy] = useState(false)
  const key = useRef(newKey())
  const demo = loan.paymentLink.includes('.example/')

  async function payAll() {
    setBusy(true)
    try {
      await call(sandboxPayment, { params: { id: loan.id }, body: { amount: loan.debt.total } }, { key: key.current })
      key.current = newKey()
      toast('Платёж принят')
      await refresh()
      await onPaid()
    } catch (error) {
      showError(error instanceof Error ? error.message : undefined)
    } finally {
      setBusy(false)
    }
  }

  if (!demo) return <ButtonLink href={loan.paymentLink}>Заплатить</ButtonLink>
  return (
    <>
      <Button busy={busy} onClick={() => void payAll()}>
        Заплатить {money(loan.debt.total)}
      </Button>
      <Soft>Демонстрация: деньги не списываются, платёж приходит сразу.</Soft>
    </>
  )
}

function Documents({ requestId }: { requestId: string }) {
  const { call } = useServices()
  const [documents, setDocuments] = useState<readonly DocumentView[]>([])
  useEffect(() => {
    let gone = false
    call(listDocuments, { params: { id: requestId } })
      .then((answer) => gone || setDocuments(answer.documents))
      .catch(() => undefined)
    return () => {
      gone = true
    }
  }, [call, requestId])
  if (documents.length === 0) return null
  return (
    <Card title="Подписанные документы">
      {documents.map((document) => (
        <ListRow
          key={document.id}
          sign="PDF"
          title={document.title}
          sub={`${document.signedAt ? `Подписан ${day(document.signedAt.slice(0, 10))}, ` : ''}SHA-256 ${document.sha256.slice(0, 12)}…`}
          href={`/service/requests/${requestId}/documents/${document.id}`}
          away
        />
      ))}
    </Card>
  )
}

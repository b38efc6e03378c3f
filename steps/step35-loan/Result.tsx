import { useEffect, useState } from 'react'
import { getLoan, type LoanView } from '#contract/calls/loans.ts'
import { getPayment, type PaymentView } from '#contract/calls/payments.ts'
import { Button, ButtonLink } from '#ui/actions/Button.tsx'
import { LoadFailed } from '#ui/feedback/LoadFailed.tsx'
import { Placeholder } from '#ui/feedback/Placeholder.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { Page } from '#ui/frame/Page.tsx'
import { Soft } from '#ui/frame/Stack.tsx'
import { useServices } from '#ui/services.ts'
import { Lines } from '#ui/show/Facts.tsx'
import { day, money, purposeWords } from './words.ts'

type Props = {
  id: string
  /** It was begun here a moment ago: its page is opened as soon as there is one. */
  fresh: boolean
  onLoan(loan: string): void
}

const isOver = ({ state }: PaymentView) => state === 'succeeded' || state === 'cancelled' || state === 'refused'
const everyMs = 1000

/** What has become of a payment: it is looked at until that is known. Nobody has to wait here. */
export function Result({ id, fresh, onLoan }: Props) {
  const { call, refresh } = useServices()
  const [payment, setPayment] = useState<PaymentView | null>(null)
  const [loan, setLoan] = useState<LoanView | null>(null)
  const [failure, setFailure] = useState('')
  const [turn, setTurn] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn looks once more
  useEffect(() => {
    let gone = false
    let timer = 0
    async function look() {
      try {
        const found = await call(getPayment, { params: { id } })
        if (gone) return
        setFailure('')
        setPayment(found)
        if (fresh && found.link) return location.assign(found.link)
        if (!isOver(found)) timer = window.setTimeout(look, everyMs)
        else {
          const after = await call(getLoan, { params: { id: found.loan }, query: {} })
          if (!gone) setLoan(after)
          await refresh()
        }
      } catch (error) {
        if (gone) return
        setFailure(error instanceof Error ? error.message : 'Не получилось узнать, что с платежом')
        timer = window.setTimeout(look, 3 * everyMs)
      }
    }
    void look()
    return () => {
      gone = true
      window.clearTimeout(timer)
    }
  }, [call, id, turn])

  if (!payment && failure)
    return <LoadFailed title="Платёж" back="/step3" why={failure} again={async () => setTurn(turn + 1)} />
  if (!payment || (payment.state === 'succeeded' && !loan)) return <Placeholder />
  const back = () => onLoan(payment.loan)
  return (
    <Page title="Платёж" heading={null} back={back}>
      {payment.state === 'succeeded' && loan && <Came payment={payment} loan={loan} onLoan={back} />}
      {(payment.state === 'cancelled' || payment.state === 'refused') && <Failed payment={payment} onLoan={back} />}
      {!isOver(payment) && <Waits payment={payment} fresh={fresh} onLoan={back} />}
    </Page>
  )
}

type PartProps = { payment: PaymentView; onLoan(): void }

function Came({ payment, loan, onLoan }: PartProps & { loan: LoanView }) {
  const { requests } = useServices()
  const closed = loan.state !== 'running'
  const agreement = requests?.some(({ status, prolongation }) => status === 3 && prolongation?.loanId === loan.id)
  const { next, debt } = loan
  return (
    <Card main title={closed ? 'Заём закрыт' : 'Платёж получен'} above={money(payment.amount)}>
      {closed ? (
        <p>Вы ничего не должны. Справка появится на странице «Мой заём» через минуту и останется там.</p>
      ) : (
        <Lines
          lines={[
            { label: 'Осталось, чтобы закрыть заём сегодня', value: money(debt.toClose) },
            ...(debt.due > 0 ? [{ label: 'К оплате сейчас', value: money(debt.due) }] : []),
            ...(debt.held > 0 ? [{ label: 'Ждёт даты платежа', value: money(debt.held) }] : []),
            ...(next
              ? [
                  {
                    label: `Следующий платёж, ${day(next.date)}`,
                    value: next.covered ? 'уже внесён' : money(next.amount),
                  },
                ]
              : []),
          ]}
        />
      )}
      {agreement && <ButtonLink href="/step39">Соглашение о продлении</ButtonLink>}
      <Button kind={agreement ? 'soft' : 'primary'} onClick={onLoan}>
        Мой заём
      </Button>
    </Card>
  )
}

function Failed({ payment, onLoan }: PartProps) {
  return (
    <Card main tone="bad" title="Платёж не прошёл" above={money(payment.amount)}>
      <p role="status">
        {payment.reason ?? 'Касса сейчас не принимает платёж этим способом. Деньги не списаны. Выберите другой способ.'}
      </p>
      <Button onClick={onLoan}>Заплатить ещё раз</Button>
      <Soft>Можно и переводом из любого банка: реквизиты — на странице «Мой заём».</Soft>
    </Card>
  )
}

/** Not known yet; the page may be closed, the money finds its way. */
function Waits({ payment, fresh, onLoan }: PartProps & { fresh: boolean }) {
  const opening = fresh && payment.way !== 'saved'
  const title = opening ? 'Открываем страницу оплаты' : payment.link ? 'Ждём ваш платёж' : 'Проверяем платёж'
  return (
    <Card main title={title} above={`${purposeWords[payment.purpose]}, ${money(payment.amount)}`}>
      <p role="status">
        {opening
          ? 'Это занимает пару секунд.'
          : 'Если вы заплатили, ответ банка придёт сам, обычно за минуту. Экран можно закрыть: деньги не потеряются, мы пришлём СМС.'}
      </p>
      {!opening && payment.link && (
        <ButtonLink kind="soft" href={payment.link}>
          Вернуться к оплате
        </ButtonLink>
      )}
      <Button kind="quiet" onClick={onLoan}>
        Мой заём
      </Button>
    </Card>
  )
}

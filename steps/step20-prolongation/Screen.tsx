import { useState } from 'react'
import { createProlongation, type ProlongationView, quoteProlongation } from '#contract/calls/prolongation.ts'
import { formatDays } from '#contract/russian.ts'
import { Button, ButtonLink } from '#ui/actions/Button.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { LoadFailed } from '#ui/feedback/LoadFailed.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Placeholder } from '#ui/feedback/Placeholder.tsx'
import { Range } from '#ui/fields/Range.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { Page } from '#ui/frame/Page.tsx'
import { RequestsAwaited } from '#ui/request/RequestsFailed.tsx'
import { type AuthScreenProps, useServices } from '#ui/services.ts'
import { useAct } from '#ui/useAct.ts'
import { useGo } from '#ui/useGo.ts'
import { useRead } from '#ui/useRead.ts'
import { Price } from './Price.tsx'

const usualDays = 14

export default function Screen({ authStatus }: AuthScreenProps) {
  const { requests } = useServices()
  const wanted = new URLSearchParams(location.search).get('loan')
  if (authStatus === 'no_auth') {
    return (
      <Page title="Продлить заём" heading={null}>
        <Empty icon="user" title="Войдите, чтобы продлить заём" action={<ButtonLink href="/step2">Войти</ButtonLink>} />
      </Page>
    )
  }
  if (!requests) return <RequestsAwaited title="Продлить заём" back="/step3" />
  const loans = requests.flatMap(({ loan }) => (loan ? [loan] : []))
  const loan = loans.find(({ id }) => id === wanted) ?? loans.find(({ state }) => state === 'running')
  if (!loan) {
    return (
      <Page title="Продлить заём" heading={null} back="/step3">
        <Empty
          icon="calendar"
          title="Продлевать пока нечего"
          action={<ButtonLink href="/step3">На рабочий стол</ButtonLink>}
        >
          Продлить можно заём, деньги по которому уже пришли.
        </Empty>
      </Page>
    )
  }
  return <Prolongation loanId={loan.id} />
}

function Prolongation({ loanId }: { loanId: string }) {
  const [days, setDays] = useState(usualDays)
  const input = { params: { id: loanId }, query: { days: String(days) } }
  const { data: found, failure, again } = useRead(quoteProlongation, input)

  const back = `/step35?loan=${loanId}`
  if (!found && failure !== null) return <LoadFailed title="Продлить заём" back={back} why={failure} again={again} />
  if (!found) return <Placeholder />
  if (found.openRequest) return <Waiting price={found.price} back={back} />
  if (found.refusal || !found.days || !found.price) return <Refused why={found.refusal ?? ''} back={back} />
  return <Choose {...{ loanId, days, setDays, back }} limits={found.days} price={found.price} />
}

function Refused({ why, back }: { why: string; back: string }) {
  return (
    <Page title="Продлить заём" back={back} dock={<ButtonLink href={back}>Мой заём</ButtonLink>}>
      <Notice title="Продлить не получится">{why}</Notice>
    </Page>
  )
}

function Waiting({ price, back }: { price: ProlongationView['price']; back: string }) {
  return (
    <Page title="Продление начато" back={back} dock={<ButtonLink href="/step39">Открыть соглашение</ButtonLink>}>
      <Notice>Осталось подписать соглашение и оплатить проценты, в любом порядке.</Notice>
      {price && <Price price={price} />}
    </Page>
  )
}

type ChooseProps = {
  loanId: string
  days: number
  setDays(days: number): void
  limits: { readonly min: number; readonly max: number }
  price: NonNullable<ProlongationView['price']>
  back: string
}

function Choose({ loanId, days, setDays, limits, price, back }: ChooseProps) {
  const { call, refresh, holdRequest, showError } = useServices()
  const go = useGo()
  const { busy, act } = useAct(showError)
  // The price on the screen is always that of the chosen days.
  const current = price.days === days

  const ask = () =>
    act(async (keyFor) => {
      const input = { params: { id: loanId }, body: { days } }
      const made = await call(createProlongation, input, { key: keyFor(days) })
      holdRequest(made._id)
      await refresh()
      go('/step39')
    })

  const dock = (
    <Button busy={busy || !current} onClick={() => void ask()}>
      Продлить на {formatDays(days)}
    </Button>
  )
  return (
    <Page title="Продлить заём" back={back} dock={dock}>
      <Card>
        <Range
          label="На сколько дней"
          value={days}
          min={limits.min}
          max={limits.max}
          step={1}
          format={formatDays}
          onChange={setDays}
        />
      </Card>
      <Price price={price} />
      <Notice>
        Новый срок начнёт действовать, когда вы оплатите начисленные проценты и подпишете соглашение, в любом порядке.
        Деньги не потеряются: оплаченное сразу уменьшает долг.
      </Notice>
    </Page>
  )
}

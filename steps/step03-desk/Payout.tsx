import { useState } from 'react'
import { refuseLoan } from '#contract/calls/offer.ts'
import type { LoanRequest } from '#contract/request.ts'
import { formatDateTime } from '#contract/zones.ts'
import { Button, ButtonLink } from '#ui/actions/Button.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { useServices } from '#ui/services.ts'
import { Scene } from '#ui/show/Scene.tsx'
import { Track } from '#ui/show/Track.tsx'
import { useAct } from '#ui/useAct.ts'

type PayoutState = NonNullable<LoanRequest['payout']>['state']

const words: Readonly<Record<Exclude<PayoutState, 'cancelled' | 'refused' | 'unfunded'>, string>> = {
  preparing: 'Готовим перевод. Обычно это меньше минуты.',
  sent: 'Перевод отправлен, ждём подтверждения банка.',
  checking: 'Банк не ответил сразу. Мы выясняем, дошли ли деньги: второй раз ничего не спишется и не зачислится.',
  succeeded: 'Деньги дошли.',
}

/** Until money may be under way the loan can be given up at no cost. */
function RefuseLoan({ request }: { request: LoanRequest }) {
  const { call, refresh, showError } = useServices()
  const [sure, setSure] = useState(false)
  const { busy, act } = useAct(showError)
  const refuse = () =>
    act(async (keyFor) => {
      const input = { params: { id: request._id }, body: { version: request.version } }
      await call(refuseLoan, input, { key: keyFor(input) })
      await refresh()
    })
  if (!sure)
    return (
      <Button kind="quiet" onClick={() => setSure(true)}>
        Отказаться от займа
      </Button>
    )
  return (
    <>
      <p>Договор прекратится сразу, деньги не уйдут, платить ничего не нужно.</p>
      <Button kind="soft" busy={busy} onClick={() => void refuse()}>
        Да, отказаться
      </Button>
    </>
  )
}

/** The payout's state; a transfer that came back needs another destination. */
export function Payout({ request, above }: { request: LoanRequest; above: string | null | undefined }) {
  const { payout } = request
  const { lender } = useServices()
  if (payout?.state === 'cancelled') {
    return (
      <Card main tone="warn" title="Перевод не прошёл" above={above}>
        <Track at={3} />
        <p>{payout.reason}</p>
        <ButtonLink href="/step32">Указать, куда перевести</ButtonLink>
        <RefuseLoan request={request} />
      </Card>
    )
  }
  if (payout?.state === 'refused') {
    return (
      <Card main tone="warn" title="Деньги пока не отправлены" above={above}>
        <Track at={3} />
        <p>
          Платёжная система не приняла перевод: он точно не сделан, деньги никуда не ушли. Мы уже разбираемся и отправим
          его сами. Ждать не обязательно: можно указать, куда ещё перевести.
        </p>
        {payout.destination && <Notice>Получатель: {payout.destination}</Notice>}
        <ButtonLink href="/step32">Указать другой способ</ButtonLink>
      </Card>
    )
  }
  if (payout?.state === 'unfunded') {
    return (
      <Card main tone="warn" title="Деньги пока не отправлены" above={above}>
        <Track at={3} />
        <p>
          Перевод задержался на нашей стороне: денег на нашем счёте не хватило. Он точно не сделан, деньги никуда не
          ушли. Мы отправим его сами, туда же. Делать ничего не нужно, о переводе скажем в СМС.
        </p>
        {payout.destination && <Notice>Получатель: {payout.destination}</Notice>}
        <RefuseLoan request={request} />
      </Card>
    )
  }
  return (
    <Card main title="Деньги в пути" above={above}>
      <Track at={3} />
      {payout?.state !== 'checking' && <Scene of="sending" />}
      <p role="status">
        {payout?.state === 'preparing' && payout.heldUntil
          ? `Вы сменили номер для входа. Чтобы деньги не ушли чужому, отправим их ${formatDateTime(new Date(payout.heldUntil), lender.zone)}.`
          : words[payout?.state ?? 'preparing']}
      </p>
      {payout?.destination && <Notice>Получатель: {payout.destination}</Notice>}
    </Card>
  )
}

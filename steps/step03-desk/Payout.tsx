import type { LoanRequest } from '#contract/request.ts'
import { formatDateTime } from '#contract/zones.ts'
import { ButtonLink } from '#ui/actions/Button.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { useServices } from '#ui/services.ts'
import { Scene } from '#ui/show/Scene.tsx'
import { Track } from '#ui/show/Track.tsx'

type PayoutState = NonNullable<LoanRequest['payout']>['state']

const words: Readonly<Record<Exclude<PayoutState, 'cancelled'>, string>> = {
  preparing: 'Готовим перевод. Обычно это меньше минуты.',
  sent: 'Перевод отправлен, ждём подтверждения банка.',
  checking: 'Банк не ответил сразу. Мы выясняем, дошли ли деньги: второй раз ничего не спишется и не зачислится.',
  succeeded: 'Деньги дошли.',
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

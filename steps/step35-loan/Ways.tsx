import { useState } from 'react'
import type { CallAnswer } from '#contract/call.ts'
import type { LoanView } from '#contract/calls/loans.ts'
import { getPaying, startPayment } from '#contract/calls/payments.ts'
import type { PayWay } from '#contract/paying.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Tick } from '#ui/fields/Tick.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { Page } from '#ui/frame/Page.tsx'
import { Soft } from '#ui/frame/Stack.tsx'
import { useServices } from '#ui/services.ts'
import { useAct } from '#ui/useAct.ts'
import { useRead } from '#ui/useRead.ts'
import type { Choice } from './Pay.tsx'
import { Transfer } from './Transfer.tsx'
import { money, purposeWords } from './words.ts'

export type PayingView = CallAnswer<typeof getPaying>

type Props = {
  loan: LoanView
  choice: Choice
  onBack(): void
  /** It was begun: what comes of it is shown. */
  onBegun(payment: string): void
}

/** How to pay what was chosen: a saved means in one tap, the fast payment system, a card, or a transfer from any bank. */
export function Ways({ loan, choice, onBack, onBegun }: Props) {
  const { call, showError } = useServices()
  const { data: paying } = useRead(getPaying, { params: { id: loan.id } }, { refused: showError })
  const [save, setSave] = useState(false)
  const { isBusy, act } = useAct(showError)

  const begin = (way: PayWay, means = '') =>
    act(async (keyFor) => {
      const body = { ...choice, way, ...(means ? { means } : { save }) }
      onBegun((await call(startPayment, { params: { id: loan.id }, body }, { key: keyFor(body) })).id)
    }, way + means)

  const under = paying?.payments.find(({ state, way }) => way === 'saved' && state !== 'waiting')
  return (
    <Page title="Как заплатить" heading={null} back={onBack}>
      <Card main title={money(choice.amount)} above={purposeWords[choice.purpose]}>
        {under && <Notice title="Прошлый платёж ещё проверяем">Подождите минуту, чтобы не заплатить дважды.</Notice>}
        {paying?.means.map(({ id, title }) => (
          <Button key={id} busy={isBusy(`saved${id}`)} onClick={() => void begin('saved', id)}>
            Заплатить: {title}
          </Button>
        ))}
        {paying?.ways.includes('sbp') && (
          <Button
            kind={paying.means.length > 0 ? 'soft' : 'primary'}
            busy={isBusy('sbp')}
            onClick={() => void begin('sbp')}
          >
            Через СБП
          </Button>
        )}
        {paying?.ways.includes('card') && (
          <Button kind="soft" busy={isBusy('card')} onClick={() => void begin('card')}>
            Картой
          </Button>
        )}
        {paying?.saves && (
          <Tick
            label="Запомнить, чтобы потом платить в одно касание"
            checked={save}
            hint="Номер карты останется у платёжной организации. Отвязать можно в любой момент на странице «Мой заём»."
            onChange={setSave}
            onBlur={() => {}}
          />
        )}
        <Soft>Без комиссии. Платёж считается сделанным в день, когда вы его сделали.</Soft>
        <Transfer loan={loan} />
      </Card>
    </Page>
  )
}

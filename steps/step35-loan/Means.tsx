import { useState } from 'react'
import type { LoanView } from '#contract/calls/loans.ts'
import { askRefund, getPaying, setAutopay, unlinkMeans } from '#contract/calls/payments.ts'
import { autopayEnds } from '#contract/paying.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Choice } from '#ui/fields/Choice.tsx'
import { Tick } from '#ui/fields/Tick.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { Soft } from '#ui/frame/Stack.tsx'
import { useServices } from '#ui/services.ts'
import { ListRow } from '#ui/show/ListRow.tsx'
import { Rows } from '#ui/show/Rows.tsx'
import { useAct } from '#ui/useAct.ts'
import { useRead } from '#ui/useRead.ts'
import type { PayingView } from './Ways.tsx'
import { money, purposeWords } from './words.ts'

/** Everything about paying that is not the debt: payments under way, money that goes back, saved means, autopay. */
export function Means({ loan, onPayment }: { loan: LoanView; onPayment(id: string): void }) {
  const { showError, lender } = useServices()
  const input = lender.vendors.paysInside ? { params: { id: loan.id } } : null
  const { data: paying, again: load } = useRead(getPaying, input, { refused: showError })
  if (!paying) return null
  const running = loan.state === 'running'
  return (
    <>
      {paying.back.map((one) => (
        <GoesBack key={one.id} money={one} again={load} />
      ))}
      {running && paying.payments.length > 0 && (
        <Card title="Начатые платежи">
          <Rows>
            {paying.payments.map((one) => (
              <ListRow
                key={one.id}
                icon="clock"
                title={`${purposeWords[one.purpose]}, ${money(one.amount)}`}
                sub={one.link ? 'Ждём оплату' : 'Проверяем у банка'}
                onClick={() => onPayment(one.id)}
              />
            ))}
          </Rows>
        </Card>
      )}
      {running && <Autopay loan={loan} paying={paying} again={load} />}
      <Saved paying={paying} again={load} />
    </>
  )
}

type PartProps = { paying: PayingView; again(): Promise<void> }

/** Runs one change, says what failed. */
function useChange(again: () => Promise<void>) {
  const { showError } = useServices()
  const { busy, act } = useAct(showError)
  const change = (work: () => Promise<unknown>) => act(() => work().then(again))
  return [busy, change] as const
}

function GoesBack({
  money: { id, amount, asked, reason },
  again,
}: {
  money: PayingView['back'][number]
  again(): Promise<void>
}) {
  const { call } = useServices()
  const [busy, change] = useChange(again)
  const why = reason === 'overpaid' ? 'Вы заплатили больше, чем были должны.' : 'По этому займу платить было не за что.'
  return (
    <Card title={`У нас ${money(amount)} ваших денег`}>
      <p>{reason === 'otherSum' ? 'Пришла не та сумма, что была выставлена: разбираемся.' : why}</p>
      {asked ? (
        <Notice tone="good" live>
          Вернём туда, откуда пришёл платёж, в течение трёх рабочих дней. Пришлём СМС.
        </Notice>
      ) : (
        <Button kind="soft" busy={busy} onClick={() => void change(() => call(askRefund, { params: { id } }))}>
          Вернуть {money(amount)}
        </Button>
      )}
    </Card>
  )
}

function Autopay({ loan, paying: { autopay, agreement, means }, again }: PartProps & { loan: LoanView }) {
  const { call } = useServices()
  const [chosen, setChosen] = useState('')
  const [agreed, setAgreed] = useState(false)
  const [busy, change] = useChange(again)
  const params = { id: loan.id }
  if (autopay?.on)
    return (
      <Card title="Автоплатёж включён">
        <p>
          {autopay.means?.title}: в день платежа в 10:00 по вашему времени, не больше {money(autopay.most)}. Накануне
          предупредим по СМС; если она не дойдёт, не спишем.
        </p>
        <Button kind="soft" busy={busy} onClick={() => void change(() => call(setAutopay, { params, body: {} }))}>
          Отключить автоплатёж
        </Button>
      </Card>
    )
  const [first] = means
  if (!agreement || !first || agreement.most === 0) return null
  const picked = means.find(({ id }) => id === chosen) ?? first
  const body = { agreed: { means: picked.id, version: agreement.version, most: agreement.most } }
  return (
    <Card title="Автоплатёж">
      {autopay?.ended && <Notice>Автоплатёж отключён: {autopayEnds[autopay.ended]}.</Notice>}
      {means.length > 1 && (
        <Choice
          label="Откуда списывать"
          value={picked.id}
          options={means.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={setChosen}
          onBlur={() => {}}
        />
      )}
      <Tick
        label={`Списывать платежи по графику: ${picked.title}, не больше ${money(agreement.most)} за раз`}
        hint="В день платежа в 10:00 по вашему времени. Накануне придёт СМС с суммой. Отключить можно здесь, и вечером накануне тоже. Досрочно и одну неустойку сами не списываем."
        document={{ href: `/docs#${agreement.document}`, title: agreement.title }}
        checked={agreed}
        onChange={setAgreed}
        onBlur={() => {}}
      />
      <Button
        kind="soft"
        busy={busy}
        disabled={!agreed}
        onClick={() =>
          void change(async () => {
            await call(setAutopay, { params, body })
            setAgreed(false)
          })
        }
      >
        Включить автоплатёж
      </Button>
    </Card>
  )
}

function Saved({ paying: { means }, again }: PartProps) {
  const { call } = useServices()
  const [busy, change] = useChange(again)
  if (means.length === 0) return null
  return (
    <Card title="Сохранённые способы">
      {means.map(({ id, title }) => (
        <Button
          key={id}
          kind="soft"
          icon="card"
          busy={busy}
          onClick={() => void change(() => call(unlinkMeans, { params: { id } }))}
        >
          Отвязать {title}
        </Button>
      ))}
      <Soft>С отвязанного способа мы ничего не списываем, автоплатёж с ним отключится.</Soft>
    </Card>
  )
}

import { useState } from 'react'
import { askPartReturn, type LoanView, type PartReturnView, quotePartReturn } from '#contract/calls/loans.ts'
import { formatPercent, parseRoubles } from '#contract/money.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { Soft } from '#ui/frame/Stack.tsx'
import { useServices } from '#ui/services.ts'
import { Lines } from '#ui/show/Facts.tsx'
import { useAct } from '#ui/useAct.ts'
import { PayButton } from './Pay.tsx'
import { day, money } from './words.ts'

/** A part given back before its time, in so many words: what it does to the payments is shown first, the button says it again. */
export function PartReturn({ loan }: { loan: LoanView }) {
  const { call, showError } = useServices()
  const [sum, setSum] = useState('')
  const [counted, setCounted] = useState<{ readonly of: number; readonly view: PartReturnView } | null>(null)
  const [asked, setAsked] = useState(loan.partReturnAsked)
  const { busy, act } = useAct(showError)
  const amount = parseRoubles(sum)

  // an answer about another sum says nothing of this one
  const found = counted?.of === amount ? counted?.view : null

  const count = () =>
    act(async () => {
      if (!amount) return
      const input = { params: { id: loan.id }, query: { amount: String(amount) } }
      setCounted({ of: amount, view: await call(quotePartReturn, input) })
    }, `count ${amount}`)
  const ask = (pay: number) =>
    act(async (keyFor) => {
      const body = { amount: pay }
      const after = await call(askPartReturn, { params: { id: loan.id }, body }, { key: keyFor(body) })
      setAsked(after.partReturnAsked)
    }, 'ask')

  const price = found?.price
  const [next] = price?.rows ?? []
  return (
    <Card title="Вернуть часть досрочно">
      {asked ? (
        <>
          <p>Часть вернётся досрочно, если заплатить ровно {money(asked)} сегодня.</p>
          <PayButton loan={loan} purpose="part" amount={asked}>
            Заплатить {money(asked)} досрочно
          </PayButton>
        </>
      ) : (
        <>
          <TextField
            label="Сколько внести, ₽"
            inputMode="decimal"
            value={sum}
            onChange={setSum}
            onBlur={() => void count()}
          />
          {!price && (
            <Button kind="soft" busy={busy} disabled={!amount} onClick={() => void count()}>
              Посчитать новые платежи
            </Button>
          )}
          {found?.refusal && <Notice title="Сейчас не получится">{found.refusal}</Notice>}
          {price && next && (
            <>
              <Lines
                lines={[
                  { label: 'Вернётся займа', value: money(price.principal) },
                  { label: 'Проценты за эту часть', value: money(price.interest) },
                  { label: `Следующий платёж, ${day(next.date)}`, value: money(next.payment) },
                  { label: 'Все следующие', value: `${price.rows.length}, даты прежние` },
                  { label: 'ПСК', value: `${formatPercent(price.fullCostPercent)} годовых` },
                ]}
              />
              <Button busy={busy} onClick={() => void ask(price.pay)}>
                Вернуть {money(price.pay)} досрочно
              </Button>
            </>
          )}
          <Soft>Следующие платежи станут меньше, даты останутся. Новый график придёт документом.</Soft>
        </>
      )}
    </Card>
  )
}

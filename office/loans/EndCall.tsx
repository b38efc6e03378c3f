import { useState } from 'react'
import { endCall } from '#contract/calls/office/loans.ts'
import { type ContactResult, contactResults } from '#contract/collection.ts'
import { parseRoubles } from '#contract/money.ts'
import { Button } from '#ui/actions/Button.tsx'
import { MoneyField } from '#ui/fields/MoneyField.tsx'
import { Select } from '#ui/fields/Select.tsx'
import { TextArea, TextField } from '#ui/fields/TextField.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { makeCall } from '../calls.ts'
import { useAct } from '../useAct.ts'
import s from './Loans.module.css'

const results = (Object.keys(contactResults) as ContactResult[]).map((value) => ({
  value,
  label: contactResults[value],
}))

/** What came of the call that was begun */
export function EndCall({ id, onDone }: { readonly id: string; onDone(): void }) {
  const [result, setResult] = useState<ContactResult>('talked')
  const [words, setWords] = useState('')
  const [day, setDay] = useState('')
  const [amount, setAmount] = useState('')
  const { busy, act, field } = useAct()
  const promised = result === 'promised'
  const send = () =>
    act(async () => {
      const promise = promised ? { promise: { day, amount: parseRoubles(amount) ?? 0 } } : {}
      await makeCall(endCall, { params: { id }, body: { result, words, ...promise } })
      onDone()
      return 'Звонок записан'
    })
  return (
    <Card title="Звонок идёт">
      <div className={s.form}>
        <Select<ContactResult>
          label="Чем кончился"
          {...field('result')}
          options={results}
          value={result}
          onChange={setResult}
        />
        {promised && (
          <>
            <TextField label="До какого дня" type="date" {...field('promise.day')} value={day} onChange={setDay} />
            <MoneyField label="Сколько обещал" {...field('promise.amount')} value={amount} onChange={setAmount} />
          </>
        )}
        <TextArea label="Что сказал" {...field('words')} value={words} onChange={setWords} maxLength={1000} />
        <Button busy={busy} onClick={() => void send()}>
          Записать и закончить
        </Button>
      </div>
    </Card>
  )
}

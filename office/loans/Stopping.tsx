import { useState } from 'react'
import { liftStop, stopContacts } from '#contract/calls/office/loans.ts'
import { type StopGround, stopGrounds } from '#contract/collection.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Select } from '#ui/fields/Select.tsx'
import { Details } from '#ui/show/Details.tsx'
import { makeCall } from '../calls.ts'
import s from './Loans.module.css'
import { useAct } from './useAct.ts'
import type { LoanPage } from './words.ts'

const grounds = (Object.keys(stopGrounds) as StopGround[]).map((value) => ({ value, label: stopGrounds[value] }))

/** Shuts every path to this person, or opens it again */
export function Stopping({ page, id, again }: { readonly page: LoanPage; readonly id: string; again(): void }) {
  const [ground, setGround] = useState<StopGround>('refusal')
  const [busy, act] = useAct()
  const params = { id }
  const run = (work: () => Promise<unknown>, said: string) =>
    act(async () => {
      await work()
      again()
      return said
    })
  if (page.stop)
    return (
      <Button
        kind="soft"
        busy={busy}
        onClick={() => void run(() => makeCall(liftStop, { params }), 'Снова можно обращаться')}
      >
        Снять запрет
      </Button>
    )
  return (
    <Details title="Запретить обращаться">
      <div className={s.form}>
        <Select<StopGround> label="Основание" options={grounds} value={ground} onChange={setGround} />
        <Button
          kind="soft"
          busy={busy}
          onClick={() => void run(() => makeCall(stopContacts, { params, body: { ground } }), 'Запрет поставлен')}
        >
          Запретить
        </Button>
      </div>
    </Details>
  )
}

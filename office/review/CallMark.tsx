import { useState } from 'react'
import { endCalling, startCalling } from '#contract/calls/office/calling.ts'
import { Button } from '#ui/actions/Button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { clockAhead } from '#ui/shell/clock.ts'
import { useLeft } from '#ui/show/useLeft.ts'
import { useAct } from '#ui/useAct.ts'
import { makeCall } from '../calls.ts'
import { leftText } from '../moments.ts'

type Props = { readonly id: string; readonly until: string | undefined; onTrouble(error: unknown): void }

/** Tells the client's desk that it is us who call, before the phone rings there */
export function CallMark({ id, until: given, onTrouble }: Props) {
  const [until, setUntil] = useState(given)
  const { busy, act } = useAct(onTrouble)
  const left = useLeft(until ? Date.parse(until) : 0, clockAhead())

  const start = () =>
    act(async () => {
      setUntil((await makeCall(startCalling, { params: { id } })).until)
      toast('Клиент видит в кабинете, что звоните вы')
    })
  const end = () =>
    act(async () => {
      await makeCall(endCalling, { params: { id } })
      setUntil(undefined)
    })

  return left > 0 ? (
    <Button small kind="soft" busy={busy} onClick={() => void end()}>
      Звонок окончен <span>{leftText(left)}</span>
    </Button>
  ) : (
    <Button small kind="soft" busy={busy} onClick={() => void start()}>
      Звоню клиенту
    </Button>
  )
}

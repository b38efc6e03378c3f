import { useState } from 'react'
import { beginCall } from '#contract/calls/office/loans.ts'
import { formatPhone, type Phone } from '#contract/identifiers.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { makeCall } from '../calls.ts'
import { useMoments } from '../moments.ts'
import { useAct } from '../useAct.ts'
import type { LoanPage } from './words.ts'

const why = {
  hours: 'У клиента не те часы',
  aDay: 'Сегодня уже звонили',
  aWeek: 'На этой неделе больше нельзя',
  aMonth: 'В этом месяце больше нельзя',
  stopped: 'К этому человеку нельзя обращаться напрямую',
  notOverdue: 'Просрочки нет: о долге не звонят',
} as const

/** A call about the debt: begun here, so that it is counted; where the law lets none begin, from when it will */
export function Calling({ page, id, again }: { readonly page: LoanPage; readonly id: string; again(): void }) {
  const moment = useMoments()
  const [phone, setPhone] = useState('')
  const { busy, act } = useAct()
  const { call, contacts } = page
  if (page.loan.state !== 'running') return null
  const begun = contacts.some(({ mine, ended }) => mine && !ended)
  const begin = async () => {
    const done = await act(async () => {
      const answer = await makeCall(beginCall, { params: { id } })
      setPhone(answer.phone)
      return 'Звонок начат и посчитан. Итог запишите на вкладке «Контакты»'
    })
    again()
    return done
  }
  if (phone && begun)
    return (
      <Notice tone="info" title={formatPhone(phone as Phone)}>
        Скажите, что разговор записывается. Итог запишите на вкладке «Контакты».
      </Notice>
    )
  if (begun) return <Notice tone="warn">Ваш звонок не закончен: запишите итог на вкладке «Контакты».</Notice>
  if (call.because)
    return (
      <Notice tone="warn" title={why[call.because]}>
        {call.from && `Можно с ${moment(call.from)}.`}
      </Notice>
    )
  return (
    <Button busy={busy} onClick={() => void begin()}>
      Позвонить
    </Button>
  )
}

import { useState } from 'react'
import { liftStop, stopContacts } from '#contract/calls/office/loans.ts'
import { isDated, type StopGround, stopGrounds } from '#contract/collection.ts'
import { parseDate } from '#contract/dateReading.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { DateField } from '#ui/fields/DateField.tsx'
import { Select } from '#ui/fields/Select.tsx'
import { TextArea } from '#ui/fields/TextField.tsx'
import { Details } from '#ui/show/Details.tsx'
import { makeCall } from '../calls.ts'
import { useAct } from '../useAct.ts'
import { DropAsked } from './DropAsked.tsx'
import { Heirs } from './Heirs.tsx'
import s from './Loans.module.css'
import { dayText, type LoanPage } from './words.ts'

type Props = { readonly page: LoanPage; readonly id: string; again(): void }
const grounds = (Object.keys(stopGrounds) as StopGround[]).map((value) => ({ value, label: stopGrounds[value] }))

/** What changes with the day of each: said before it is set */
const dated = {
  death: {
    label: 'День смерти по свидетельству',
    hint: 'С этого дня неустойка не начисляется, пока наследство не принято, но не дольше полугода. Проценты идут. Автоплатёж и напоминания прекратятся',
  },
  bankruptcy: {
    label: 'День определения суда',
    hint: 'С этого дня не начисляется ничего. Автоплатёж и напоминания прекратятся',
  },
} as const

/** Shuts every path to this person, or opens it again */
export function Stopping({ page, id, again }: Props) {
  if (!page.stop) return <Shutting {...{ id, again }} />
  return (
    <>
      <Lifting {...{ page, id, again }} />
      {page.stop === 'death' && <Heirs {...{ page, id, again }} />}
    </>
  )
}

function Shutting({ id, again }: Omit<Props, 'page'>) {
  const [ground, setGround] = useState<StopGround>('refusal')
  const [since, setSince] = useState('')
  const { busy, act, field } = useAct()
  const day = parseDate(since)
  const stop = () =>
    act(async () => {
      await makeCall(stopContacts, { params: { id }, body: { ground, ...(isDated(ground) && day && { since: day }) } })
      again()
      return 'Запрет поставлен'
    })
  return (
    <Details title="Запретить обращаться">
      <div className={s.form}>
        <Select<StopGround>
          label="Основание"
          {...field('ground')}
          options={grounds}
          value={ground}
          onChange={setGround}
        />
        {isDated(ground) && (
          <DateField
            label={dated[ground].label}
            hint={dated[ground].hint}
            {...field('since')}
            value={since}
            onChange={setSince}
          />
        )}
        <Button kind="soft" busy={busy} disabled={isDated(ground) && !day} onClick={() => void stop()}>
          Запретить
        </Button>
      </div>
    </Details>
  )
}

function Lifting({ page, id, again }: Props) {
  const [reason, setReason] = useState(page.mark?.lift?.reason ?? '')
  const { busy, act, field } = useAct()
  const { mark } = page
  if (!mark) return null
  const { lift, since, two } = mark
  const send = () =>
    act(async () => {
      const { done } = await makeCall(liftStop, { params: { id }, body: { reason } })
      again()
      return done ? 'Снова можно обращаться' : 'Нужен второй сотрудник: запрет снимут, когда он подтвердит'
    })
  return (
    <>
      {since && <p>Со дня {dayText(since)}.</p>}
      {lift && (
        <Notice tone="warn" title={`${lift.by} просит снять запрет`}>
          {lift.reason}
        </Notice>
      )}
      <Details title={lift ? 'Снять или оставить' : 'Снять запрет'}>
        <div className={s.form}>
          {two && !lift && (
            <TextArea label="Почему" {...field('reason')} value={reason} onChange={setReason} maxLength={1000} />
          )}
          {(!lift || lift.mayConfirm) && (
            <Button kind="soft" busy={busy} disabled={two && !reason.trim()} onClick={() => void send()}>
              {lift ? 'Подтвердить снятие' : two ? 'Попросить снять' : 'Снять запрет'}
            </Button>
          )}
          {lift && <DropAsked asked={lift} said="Запрет остался" onDone={again} />}
        </div>
      </Details>
    </>
  )
}

import { useState } from 'react'
import {
  type AppealKind,
  appealKinds,
  appealWays,
  type EnteredWay,
  enteredWays,
  isAboutLoan,
} from '#contract/appeals.ts'
import { enterAppeal } from '#contract/calls/office/appeals.ts'
import { parseDate } from '#contract/dateReading.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { type HolidayGround, holidayGrounds } from '#contract/holidays.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { DateField } from '#ui/fields/DateField.tsx'
import { Select } from '#ui/fields/Select.tsx'
import { TextArea, TextField } from '#ui/fields/TextField.tsx'
import { makeCall } from '../calls.ts'
import s from '../loans/Loans.module.css'
import { useAct } from '../useAct.ts'

type About = { readonly loan: string } | { readonly client: string }
type Props = { readonly about?: About; onEntered?(): void }

const kinds = (Object.keys(appealKinds) as AppealKind[]).map((value) => ({ value, label: appealKinds[value] }))
const ways = enteredWays.map((value) => ({ value, label: appealWays[value] }))
const grounds = (Object.keys(holidayGrounds) as HolidayGround[]).map((value) => ({
  value,
  label: holidayGrounds[value].title,
}))

/** What came by post or at a counter, written down with the day it came: the clock of the law runs from that day */
export function EnterAppeal({ about, onEntered }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button small kind="soft" icon="document" wide={false} onClick={() => setOpen(true)}>
        Записать обращение
      </Button>
      {open && (
        <Entering
          {...(about && { about })}
          onClose={() => setOpen(false)}
          onEntered={() => {
            setOpen(false)
            onEntered?.()
          }}
        />
      )}
    </>
  )
}

function Entering({ about, onClose, onEntered }: { about?: About; onClose(): void; onEntered(): void }) {
  const [kind, setKind] = useState<AppealKind>('complaint')
  const [way, setWay] = useState<EnteredWay>('post')
  const [cameOn, setCameOn] = useState('')
  const [contract, setContract] = useState('')
  const [words, setWords] = useState('')
  const [ground, setGround] = useState<HolidayGround>('income')
  const [months, setMonths] = useState('6')
  const [serviceUntil, setServiceUntil] = useState('')
  const { busy, act, field, lacks } = useAct()
  const holiday = kind === 'holiday'
  const serves = holiday && ground === 'service'

  const send = () => {
    const came = parseDate(cameOn)
    const until = parseDate(serviceUntil)
    const ofLoan = !about || ('client' in about && isAboutLoan(kind))
    const missing = lacks({
      cameOn: !came && 'Укажите день, когда обращение пришло',
      words: !words.trim() && 'Перепишите, о чём просит клиент',
      contract: ofLoan && !contract.trim() && 'Укажите номер договора',
      serviceUntil: serves && !until && 'Укажите последний день службы',
    })
    if (missing || !came) return
    const wish = serves ? { ground, ...(until && { serviceUntil: until }) } : { ground, months: Number(months) }
    const body = {
      kind,
      way,
      words: words.trim(),
      cameOn: came,
      ...about,
      ...(contract.trim() && { contract: contract.trim() }),
      ...(holiday && wish),
    }
    void act(async (keyFor) => {
      const { number, answerBy } = await makeCall(enterAppeal, { body }, { key: keyFor(body) })
      onEntered()
      return `Обращение № ${number}: ответить до ${formatDate(answerBy as IsoDate)}`
    })
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Записать обращение"
      actions={
        <>
          <Button busy={busy} onClick={send}>
            Зарегистрировать
          </Button>
          <Button kind="quiet" onClick={onClose}>
            Не записывать
          </Button>
        </>
      }
    >
      <div className={s.form}>
        <Select<AppealKind> label="О чём" {...field('kind')} options={kinds} value={kind} onChange={setKind} />
        <Select<EnteredWay> label="Как пришло" options={ways} value={way} {...field('way')} onChange={setWay} />
        <DateField
          label="Когда пришло"
          hint="Срок ответа считается от этого дня"
          value={cameOn}
          {...field('cameOn')}
          onChange={setCameOn}
        />
        {!(about && 'loan' in about) && (
          <TextField
            label="Номер договора"
            {...(about && !isAboutLoan(kind) && { aside: 'можно не писать' })}
            value={contract}
            {...field('contract')}
            onChange={setContract}
          />
        )}
        {holiday && (
          <Select<HolidayGround>
            label="Причина"
            options={grounds}
            value={ground}
            {...field('ground')}
            onChange={setGround}
          />
        )}
        {holiday && !serves && (
          <TextField
            label="На сколько месяцев"
            inputMode="numeric"
            value={months}
            {...field('months')}
            onChange={setMonths}
          />
        )}
        {serves && (
          <DateField
            label="Последний день службы"
            value={serviceUntil}
            {...field('serviceUntil')}
            onChange={setServiceUntil}
          />
        )}
        <TextArea label="О чём просит" maxLength={4000} value={words} {...field('words')} onChange={setWords} />
      </div>
    </Dialog>
  )
}

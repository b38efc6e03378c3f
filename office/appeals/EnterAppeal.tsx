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
import { CallError } from '#ui/callError.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { DateField } from '#ui/fields/DateField.tsx'
import { Select } from '#ui/fields/Select.tsx'
import { TextArea, TextField } from '#ui/fields/TextField.tsx'
import { makeCall } from '../calls.ts'
import s from '../loans/Loans.module.css'
import { useOnceKey } from '../useOnceKey.ts'

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
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  const keyFor = useOnceKey()
  const holiday = kind === 'holiday'
  const serves = holiday && ground === 'service'

  const send = async () => {
    const came = parseDate(cameOn)
    const until = parseDate(serviceUntil)
    const lacks = {
      ...(!came && { cameOn: 'Укажите день, когда обращение пришло' }),
      ...(!words.trim() && { words: 'Перепишите, о чём просит клиент' }),
      ...(!about && !contract.trim() && { contract: 'Укажите номер договора' }),
      ...(about &&
        'client' in about &&
        isAboutLoan(kind) &&
        !contract.trim() && { contract: 'Укажите номер договора' }),
      ...(serves && !until && { serviceUntil: 'Укажите последний день службы' }),
    }
    setErrors(lacks)
    if (!came || Object.keys(lacks).length > 0) return
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
    setBusy(true)
    try {
      const { number, answerBy } = await makeCall(enterAppeal, { body }, { key: keyFor(body) })
      toast(`Обращение № ${number}: ответить до ${formatDate(answerBy as IsoDate)}`)
      onEntered()
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      setErrors(Object.fromEntries(failure.issues.map(({ field, message }) => [field, message])))
      if (failure.issues.length === 0) toast(failure.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Записать обращение"
      actions={
        <>
          <Button busy={busy} onClick={() => void send()}>
            Зарегистрировать
          </Button>
          <Button kind="quiet" onClick={onClose}>
            Не записывать
          </Button>
        </>
      }
    >
      <div className={s.form}>
        <Select<AppealKind> label="О чём" options={kinds} value={kind} onChange={setKind} />
        <Select<EnteredWay> label="Как пришло" options={ways} value={way} error={errors.way} onChange={setWay} />
        <DateField
          label="Когда пришло"
          hint="Срок ответа считается от этого дня"
          value={cameOn}
          error={errors.cameOn}
          onChange={setCameOn}
        />
        {!(about && 'loan' in about) && (
          <TextField
            label="Номер договора"
            {...(about && !isAboutLoan(kind) && { aside: 'можно не писать' })}
            value={contract}
            error={errors.contract}
            onChange={setContract}
          />
        )}
        {holiday && (
          <Select<HolidayGround>
            label="Причина"
            options={grounds}
            value={ground}
            error={errors.ground}
            onChange={setGround}
          />
        )}
        {holiday && !serves && (
          <TextField
            label="На сколько месяцев"
            inputMode="numeric"
            value={months}
            error={errors.months}
            onChange={setMonths}
          />
        )}
        {serves && (
          <DateField
            label="Последний день службы"
            value={serviceUntil}
            error={errors.serviceUntil}
            onChange={setServiceUntil}
          />
        )}
        <TextArea label="О чём просит" maxLength={4000} value={words} error={errors.words} onChange={setWords} />
      </div>
    </Dialog>
  )
}

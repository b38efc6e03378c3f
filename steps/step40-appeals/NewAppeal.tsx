import { useRef, useState } from 'react'
import { type AppealKind, appealKinds, type HolidayGround, holidayGrounds, isAboutLoan } from '#contract/appeals.ts'
import { createAppeal } from '#contract/calls/appeals.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { Button, ButtonLink } from '#ui/actions/Button.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Select } from '#ui/fields/Select.tsx'
import { TextArea } from '#ui/fields/TextField.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { Soft } from '#ui/frame/Stack.tsx'
import { useServices } from '#ui/services.ts'

type Props = { loan: string | null; wanted: AppealKind | null; onMade(): Promise<void> }

const months = ['1', '2', '3', '4', '5', '6']
const grounds = Object.entries(holidayGrounds).map(([value, label]) => ({ value: value as HolidayGround, label }))

/** What each kind is, and what to write. */
const help: Readonly<Record<AppealKind, string>> = {
  holiday:
    'До шести месяцев можно не платить: неустойки нет, проценты идут и платятся после последнего платежа. Напишите, что случилось и чем это можно подтвердить.',
  restructuring: 'Напишите, почему трудно платить и какую сумму вы можете вносить: предложим новый график.',
  complaint: 'Напишите, что случилось и чего вы хотите. Ответим за пятнадцать рабочих дней.',
  dataCopy: 'Большую часть можно скачать сразу: Профиль → Ваши данные. Напишите, чего там не хватает.',
  dataCorrection: 'Напишите, что записано неверно и как правильно.',
  consentWithdrawal:
    'Согласие на рекламу и сохранённую карту можно отозвать сразу: в профиле и на странице займа. Напишите, какое согласие вы отзываете.',
  dataDeletion:
    'Если займов нет, данные можно удалить сразу: Профиль → Ваши данные. Договор и подпись закон велит хранить пять лет.',
}

/** A form of one kind at a time; what is typed stays till it is registered */
export function NewAppeal({ loan, wanted, onMade }: Props) {
  const { call, newKey, showError } = useServices()
  const kinds = (Object.keys(appealKinds) as AppealKind[]).filter((one) => loan || !isAboutLoan(one))
  const [kind, setKind] = useState<AppealKind | ''>(wanted && kinds.includes(wanted) ? wanted : '')
  const [ground, setGround] = useState<HolidayGround | ''>('')
  const [length, setLength] = useState('3')
  const [words, setWords] = useState('')
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState('')
  const key = useRef<{ of: string; key: string } | null>(null)
  const ready = kind !== '' && words.trim() !== '' && (kind !== 'holiday' || ground !== '')

  async function send() {
    if (!kind || !ready) return
    const more = kind === 'holiday' && ground ? { ground, months: Number(length) } : {}
    const body = { kind, words: words.trim(), ...(isAboutLoan(kind) && loan && { loan }), ...more }
    const of = JSON.stringify(body)
    // An answer that was lost is asked for again under the same key: nothing is registered twice.
    if (key.current?.of !== of) key.current = { of, key: newKey() }
    setBusy(true)
    try {
      const { number, answerBy } = await call(createAppeal, { body }, { key: key.current.key })
      setSaid(`Обращение № ${number} зарегистрировано. Ответим до ${formatDate(answerBy as IsoDate)}.`)
      setWords('')
      setKind('')
      setGround('')
      key.current = null
      await onMade()
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Card title="Написать нам">
      {said && (
        <Notice tone="good" live>
          {said}
        </Notice>
      )}
      <Select<AppealKind>
        label="О чём"
        placeholder="Выберите"
        options={kinds.map((value) => ({ value, label: appealKinds[value] }))}
        value={kind}
        onChange={(chosen) => {
          setKind(chosen)
          setSaid('')
        }}
      />
      {kind && <Soft>{help[kind]}</Soft>}
      {(kind === 'dataCopy' || kind === 'dataDeletion') && (
        <ButtonLink kind="soft" href="/step16">
          Открыть профиль
        </ButtonLink>
      )}
      {kind === 'holiday' && (
        <>
          <Select<HolidayGround>
            label="Причина"
            placeholder="Выберите"
            options={grounds}
            value={ground}
            onChange={setGround}
          />
          <Select
            label="На сколько месяцев"
            options={months.map((value) => ({ value, label: value }))}
            value={length}
            onChange={setLength}
          />
        </>
      )}
      {kind && (
        <>
          <TextArea label="Ваши слова" maxLength={4000} value={words} onChange={setWords} />
          <Button busy={busy} disabled={!ready} onClick={() => void send()}>
            Отправить
          </Button>
        </>
      )}
    </Card>
  )
}

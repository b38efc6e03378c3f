import { useState } from 'react'
import { type AppealKind, appealKinds, cabinetKinds, isAboutLoan } from '#contract/appeals.ts'
import { createAppeal } from '#contract/calls/appeals.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { Button, ButtonLink } from '#ui/actions/Button.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Select } from '#ui/fields/Select.tsx'
import { TextArea } from '#ui/fields/TextField.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { Soft } from '#ui/frame/Stack.tsx'
import { useServices } from '#ui/services.ts'
import { useAct } from '#ui/useAct.ts'
import { HolidayFields } from './HolidayFields.tsx'
import { Chosen } from './Papers.tsx'
import { noWish, sentWish } from './wish.ts'

type Props = {
  loan: string | null
  wanted: AppealKind | null
  onMade(appeal: string, files: readonly File[]): Promise<void>
}

/** What each kind is, and what to write. */
const help: Readonly<Partial<Record<AppealKind, string>>> = {
  holiday:
    'До шести месяцев можно не платить: неустойки нет, проценты идут и платятся после последнего платежа. Ответим за пять рабочих дней; если не ответим за десять дней, каникулы начнутся так, как вы просите.',
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
  const { call, showError } = useServices()
  const kinds = cabinetKinds.filter((one) => loan || !isAboutLoan(one))
  const [kind, setKind] = useState<AppealKind | ''>(wanted && kinds.includes(wanted) ? wanted : '')
  const [wish, setWish] = useState(noWish)
  const [words, setWords] = useState('')
  const [files, setFiles] = useState<readonly File[]>([])
  const { busy, act } = useAct(showError)
  const [said, setSaid] = useState('')
  const holiday = kind === 'holiday' ? sentWish(wish) : {}
  const ready = kind !== '' && words.trim() !== '' && holiday !== null

  const send = () =>
    act(async (keyFor) => {
      if (!kind || !ready) return
      const body = { kind, words: words.trim(), ...(isAboutLoan(kind) && loan && { loan }), ...holiday }
      const { id, number, answerBy } = await call(createAppeal, { body }, { key: keyFor(body) })
      setSaid(`Обращение № ${number} зарегистрировано. Ответим до ${formatDate(answerBy as IsoDate)}.`)
      setWords('')
      setKind('')
      setWish(noWish)
      setFiles([])
      await onMade(id, files)
    })

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
      {kind === 'holiday' && loan && (
        <HolidayFields
          loan={loan}
          wish={wish}
          error={
            wish.ground === 'service' && wish.serviceUntil.length === 10 && !holiday ? 'Такой даты нет' : undefined
          }
          onChange={setWish}
        />
      )}
      {kind && (
        <>
          <TextArea label="Ваши слова" maxLength={4000} value={words} onChange={setWords} />
          <Chosen files={files} onChange={setFiles} />
          <Button busy={busy} disabled={!ready} onClick={() => void send()}>
            Отправить
          </Button>
        </>
      )}
    </Card>
  )
}

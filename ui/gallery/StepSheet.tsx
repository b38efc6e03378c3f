import { useState } from 'react'
import type { Raw } from '#contract/step.ts'
import { Button } from '../actions/Button.tsx'
import { ErrorSummary } from '../feedback/ErrorSummary.tsx'
import { SavedMark } from '../feedback/SavedMark.tsx'
import { toast } from '../feedback/toast.ts'
import { DateField } from '../fields/DateField.tsx'
import { MaskedField } from '../fields/MaskedField.tsx'
import { departmentCodeMask, passportMask } from '../fields/masks.ts'
import { TextArea, TextField } from '../fields/TextField.tsx'
import { useForm, type Verdict } from '../form/useForm.ts'
import { Page } from '../frame/Page.tsx'
import { Pair, Stack } from '../frame/Stack.tsx'
import { Help } from '../request/Help.tsx'
import { PricePanel } from '../show/PricePanel.tsx'

const labels = { number: 'серию и номер', issued: 'дату выдачи', code: 'код подразделения', issuer: 'кем выдан' }

function validate(raw: Raw): Verdict<Raw> {
  const empty = Object.entries(labels)
    .filter(([field]) => !raw[field])
    .map(([field, label]) => ({ field, message: `Укажите ${label}` }))
  const late =
    raw.issued === '12.03.2009'
      ? [{ field: 'issued', message: 'Паспорт, выданный до 20 лет, уже заменён. Проверьте дату.' }]
      : []
  const issues = [...empty, ...late]
  return issues.length > 0 ? { ok: false, issues } : { ok: true, answers: raw }
}

const start: Raw = { number: '45 09 235857', issued: '12.03.2009', issuer: 'ОВД Зюзино г. Москвы' }

export function StepSheet() {
  const [raw, setRaw] = useState(start)
  const form = useForm({ raw, validate, onChange: setRaw, onAccept: () => toast('Принято') })
  return (
    <Page
      title="Паспорт"
      back={() => toast('Назад')}
      note="5 из 11 · 3 мин"
      aside={{ href: '/step3', text: 'Закрыть' }}
      dock={
        <>
          <PricePanel total={'16\u00a0680\u00a0₽'} by={'5\u00a0декабря'} fullCost={'292,000\u00a0%'} />
          <Button {...form.button}>Далее</Button>
        </>
      }
    >
      <form {...form.element}>
        <Stack>
          <ErrorSummary {...form.summary} />
          <Pair>
            <MaskedField label="Серия и номер" mask={passportMask} {...form.text('number')} />
            <DateField label="Дата выдачи" {...form.text('issued')} />
          </Pair>
          <MaskedField label="Код подразделения" mask={departmentCodeMask} {...form.text('code')} />
          <TextArea label="Кем выдан" hint="Нашли по коду, можно исправить" {...form.text('issuer')} />
          <TextField label="Место рождения" {...form.text('birthPlace')} />
        </Stack>
      </form>
      <SavedMark state="saved" />
      <Help />
    </Page>
  )
}

import { useState } from 'react'
import { AddressFields } from '../fields/AddressFields.tsx'
import { Choice } from '../fields/Choice.tsx'
import { CodeField } from '../fields/CodeField.tsx'
import { DateField } from '../fields/DateField.tsx'
import { MaskedField } from '../fields/MaskedField.tsx'
import { MoneyField } from '../fields/MoneyField.tsx'
import { accountMask, bikMask, snilsMask } from '../fields/masks.ts'
import { PhoneField } from '../fields/PhoneField.tsx'
import { Range } from '../fields/Range.tsx'
import { Select } from '../fields/Select.tsx'
import { Suggest } from '../fields/Suggest.tsx'
import { TextField } from '../fields/TextField.tsx'
import { Tick } from '../fields/Tick.tsx'
import { useForm } from '../form/useForm.ts'
import { Page } from '../frame/Page.tsx'
import { Pair } from '../frame/Stack.tsx'

const streets = ['г. Москва, ул. Примерная', 'г. Москва, ул. Пробная', 'г. Москва, пер. Образцовый']
const nothing = {}
const find = async (text: string) =>
  streets.filter((street) => street.toLowerCase().includes(text.toLowerCase())).map((value) => ({ value }))

export function FieldsSheet() {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({ phone: '+7 (900) 000-00-01', kind: 'work' })
  const [sum, setSum] = useState(15_000)
  const address = useForm({ raw: nothing, validate: (raw) => ({ ok: true, answers: raw }), onAccept: () => undefined })
  const bind = (name: string) => ({
    name,
    value: values[name] ?? '',
    onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
  })
  return (
    <Page title="Поля" note="Все состояния">
      <Range label="Сумма" value={sum} min={1000} max={30_000} step={1000} format={String} onChange={setSum} />
      <TextField label="Фамилия" hint="Как в паспорте" {...bind('surname')} />
      <TextField label="Имя" error="Только русские буквы, дефис и пробел" {...bind('name')} />
      <TextField label="Закрыто" disabled {...bind('closed')} placeholder="Нельзя изменить" />
      <PhoneField label="Телефон" {...bind('phone')} />
      <Pair>
        <DateField label="Дата рождения" {...bind('birth')} />
        <MoneyField label="Доход в месяц" {...bind('income')} />
      </Pair>
      <MaskedField label="СНИЛС" mask={snilsMask} placeholder="000-000-000 00" {...bind('snils')} />
      <MaskedField label="БИК" mask={bikMask} {...bind('bik')} />
      <MaskedField label="Счёт" mask={accountMask} {...bind('account')} />
      <CodeField label="Код из СМС" error="Код не подошёл" {...bind('code')} />
      <Choice
        label="Кем вы работаете"
        options={[
          { value: 'work', label: 'По найму', hint: 'Трудовой договор' },
          { value: 'self', label: 'Самозанятый' },
          { value: 'none', label: 'Не работаю' },
        ]}
        {...bind('kind')}
      />
      <Choice
        label="Пол"
        inline
        error="Выберите один из вариантов"
        options={[
          { value: 'f', label: 'Женский' },
          { value: 'm', label: 'Мужской' },
        ]}
        {...bind('sex')}
      />
      <Select
        label="Семейное положение"
        options={[
          { value: 'married', label: 'В браке' },
          { value: 'single', label: 'Не в браке' },
        ]}
        {...bind('family')}
      />
      <Select label="Банк" error="Выберите банк" options={[{ value: 'a', label: 'Банк' }]} {...bind('bank')} />
      <PhoneField label="Ещё один телефон" error="Укажите номер целиком" {...bind('other')} />
      <DateField label="Дата выдачи" error="Проверьте дату" {...bind('issued')} />
      <MoneyField label="Платежи по долгам" error="Введите число" disabled {...bind('debts')} />
      <Suggest label="Адрес" hint="Начните вводить улицу или впишите целиком" find={find} {...bind('address')} />
      <AddressFields form={address} />
      <Tick label="Живу по адресу регистрации" checked onChange={() => undefined} />
      <Tick
        label="Согласен на запрос кредитной истории"
        error="Без этого согласия нельзя продолжить"
        checked={false}
        onChange={() => undefined}
      />
    </Page>
  )
}

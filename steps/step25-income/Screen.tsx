import { MoneyField } from '#ui/fields/MoneyField.tsx'
import type { FieldsProps } from '#ui/services.ts'
import { step } from './step.ts'

const { labels } = step

export default function Screen({ form }: FieldsProps) {
  return (
    <>
      <MoneyField label={labels.official} hint="Зарплата, пенсия, пособия — на руки" {...form.text('official')} />
      <MoneyField
        label={labels.other}
        hint="Подработки, аренда, помощь. Если нет, напишите 0"
        {...form.text('other')}
      />
      <MoneyField
        label={labels.debts}
        hint="Все кредиты, займы и карты вместе. Если нет, напишите 0"
        {...form.text('debts')}
      />
      <MoneyField label={labels.spending} hint="Жильё, связь, дорога, дети" {...form.text('spending')} />
    </>
  )
}

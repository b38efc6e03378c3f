import { parseRoubles } from '#contract/money.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { MoneyField } from '#ui/fields/MoneyField.tsx'
import type { FieldsProps } from '#ui/services.ts'
import { step } from './step.ts'

const { labels } = step

export default function Screen({ form }: FieldsProps) {
  const read = (field: string) => parseRoubles(form.text(field).value) ?? 0
  const income = read('official') + read('other')
  const heavy = income > 0 && read('debts') * 2 > income
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
      {heavy && (
        <Notice tone="warn">
          На долги уходит больше половины дохода. С новым займом платить станет ещё труднее: подумайте, нет ли другого
          выхода.
        </Notice>
      )}
    </>
  )
}

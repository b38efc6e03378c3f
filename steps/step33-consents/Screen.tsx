import { Tick } from '#ui/fields/Tick.tsx'
import type { FieldsProps } from '#ui/services.ts'
import { type ConsentId, consents, step } from './step.ts'

export default function Screen({ form }: FieldsProps) {
  return (
    <>
      <p>Каждое согласие — отдельный документ. Обязательных два, остальные на ваш выбор: на решение они не влияют.</p>
      {(Object.keys(consents) as ConsentId[]).map((id) => (
        <Tick
          key={id}
          label={consents[id].label}
          mark={consents[id].required ? 'обязательно' : 'по желанию'}
          document={{ href: `/docs#${id}`, title: `Документ: ${step.labels[id]}` }}
          {...form.tick(id)}
        />
      ))}
    </>
  )
}

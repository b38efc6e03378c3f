import type { DraftPromo } from '#contract/versions/tariffs.ts'
import { Button } from '#ui/actions/Button.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { NumberField } from './NumberField.tsx'
import s from './Rules.module.css'

type Props = {
  at: string
  promo: DraftPromo
  fault(path: string): string | undefined
  onChange(promo: DraftPromo): void
  onRemove(): void
}

const counts = [
  ['freeDays', 'Дней без процентов'],
  ['perPerson', 'Раз на человека'],
  ['perDay', 'Раз в день'],
  ['inAll', 'Раз всего'],
] as const
const days = [
  ['from', 'Действует с'],
  ['until', 'Действует по'],
] as const

/** A promo code of a product: what it frees, when, and how often */
export function PromoForm({ at, promo, fault, onChange, onRemove }: Props) {
  const bound = (path: string) => ({ id: `${at}-${path}`, name: `${at}-${path}`, error: fault(path) })
  return (
    <fieldset className={s.group}>
      <legend>Промокод {promo.code}</legend>
      <TextField
        {...bound('code')}
        label="Код"
        value={promo.code}
        onChange={(code) => onChange({ ...promo, code: code.toUpperCase() })}
      />
      {counts.map(([name, label]) => (
        <NumberField
          key={name}
          {...bound(name)}
          label={label}
          value={promo[name]}
          onChange={(cell) => onChange({ ...promo, [name]: cell })}
        />
      ))}
      {days.map(([name, label]) => (
        <TextField
          key={name}
          {...bound(name)}
          type="date"
          label={label}
          value={promo[name] ?? ''}
          onChange={(day) => onChange({ ...promo, [name]: day || undefined })}
        />
      ))}
      <Button small kind="quiet" wide={false} onClick={onRemove}>
        Убрать промокод
      </Button>
    </fieldset>
  )
}

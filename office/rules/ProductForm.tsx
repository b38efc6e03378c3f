import type { Issue } from '#contract/errors.ts'
import type { DraftProduct, DraftPromo } from '#contract/versions/tariffs.ts'
import { Button } from '#ui/actions/Button.tsx'
import { classes } from '#ui/classes.ts'
import { Select } from '#ui/fields/Select.tsx'
import { TextArea, TextField } from '#ui/fields/TextField.tsx'
import { Tick } from '#ui/fields/Tick.tsx'
import { type Cell, faultAt, NumberField } from './NumberField.tsx'
import { PromoForm } from './PromoForm.tsx'
import s from './Rules.module.css'

type Props = {
  at: number
  product: DraftProduct
  issues: readonly Issue[]
  onChange(product: DraftProduct): void
  onRemove(): void
}

const kinds = [
  { value: 'single', label: 'один платёж в конце' },
  { value: 'instalments', label: 'равные платежи' },
] as const

const ends = { min: 'от', max: 'до', step: 'шаг', start: 'сначала' } as const

/** One product of a draft: every change is kept at once */
export function ProductForm({ at, product, issues, onChange, onRemove }: Props) {
  const set = (change: Partial<DraftProduct>) => onChange({ ...product, ...change })
  const fault = (path: string) => faultAt(issues, `rows.${at}.${path}`)
  const bound = (path: string) => ({ id: `p${at}-${path}`, name: `p${at}-${path}`, error: fault(path) })
  const { kind, promos, prolongation } = product
  const single = kind === 'single'
  const range = (field: 'amount' | 'term', title: string) => (
    <div className={s.group}>
      {(Object.keys(ends) as (keyof typeof ends)[]).map((end) => (
        <NumberField
          key={end}
          {...bound(`${field}.${end}`)}
          label={`${title}: ${ends[end]}`}
          value={product[field][end]}
          onChange={(cell) => set({ [field]: { ...product[field], [end]: cell } })}
        />
      ))}
      {fault(field) && <p className={s.fault}>{fault(field)}</p>}
    </div>
  )
  return (
    <section className={s.product} aria-label={product.name || product.id}>
      <div className={s.line}>
        <h2>{product.name || 'Без названия'}</h2>
        <Button small kind="quiet" wide={false} onClick={onRemove}>
          Убрать продукт
        </Button>
      </div>
      <div className={classes(s.group, s.wide)}>
        <TextField {...bound('name')} label="Название" value={product.name} onChange={(name) => set({ name })} />
        <TextField {...bound('id')} label="Код" value={product.id} onChange={(id) => set({ id })} />
        <Select<DraftProduct['kind']>
          {...bound('kind')}
          label="Вид"
          options={kinds}
          value={kind}
          onChange={(chosen) =>
            set({ kind: chosen, ...(chosen === 'instalments' && { everyDays: product.everyDays ?? 14 }) })
          }
        />
        <TextField
          {...bound('dailyRate')}
          label="Ставка в день"
          hint="Доля долга: 0,008 — это 0,8 %"
          value={product.dailyRate}
          onChange={(dailyRate) => set({ dailyRate })}
        />
      </div>
      <TextArea
        {...bound('about')}
        label="Описание"
        value={product.about}
        maxLength={300}
        onChange={(about) => set({ about })}
      />
      {range('amount', 'Сумма, ₽')}
      {range('term', single ? 'Срок, дней' : 'Число платежей')}
      <div className={s.group}>
        {single ? (
          <NumberField
            {...bound('firstLoanFreeUpTo')}
            label="Первый заём бесплатно до, ₽"
            hint="Пусто — не бывает"
            value={product.firstLoanFreeUpTo}
            onChange={(cell) => set({ firstLoanFreeUpTo: cell })}
          />
        ) : (
          <NumberField
            {...bound('everyDays')}
            label="Платёж раз в, дней"
            value={product.everyDays}
            onChange={(cell) => set({ everyDays: cell })}
          />
        )}
      </div>
      {single && (
        <>
          <Tick
            id={`p${at}-late`}
            checked={product.lateInterestAfterFree ?? false}
            label="После бесплатного срока идут проценты"
            onChange={(lateInterestAfterFree) => set({ lateInterestAfterFree })}
          />
          <Tick
            id={`p${at}-prolong`}
            checked={prolongation !== undefined}
            label="Можно продлить"
            onChange={(may) => set({ prolongation: may ? { minDays: 5, maxDays: 30 } : undefined })}
          />
        </>
      )}
      {single && prolongation && (
        <div className={s.group}>
          {(['minDays', 'maxDays'] as const).map((end) => (
            <NumberField
              key={end}
              {...bound(`prolongation.${end}`)}
              label={end === 'minDays' ? 'Продление: от, дней' : 'Продление: до, дней'}
              value={prolongation[end]}
              onChange={(cell: Cell) => set({ prolongation: { ...prolongation, [end]: cell } })}
            />
          ))}
        </div>
      )}
      {promos.map((promo, place) => (
        <PromoForm
          // biome-ignore lint/suspicious/noArrayIndexKey: the code is typed too
          key={place}
          at={`p${at}-promo${place}`}
          promo={promo}
          fault={(path) => fault(`promos.${place}.${path}`)}
          onChange={(next: DraftPromo) => set({ promos: promos.with(place, next) })}
          onRemove={() => set({ promos: promos.filter((_, other) => other !== place) })}
        />
      ))}
      <div className={s.line}>
        <Button
          small
          kind="soft"
          wide={false}
          onClick={() => set({ promos: [...promos, { code: '', freeDays: null }] })}
        >
          Добавить промокод
        </Button>
      </div>
    </section>
  )
}

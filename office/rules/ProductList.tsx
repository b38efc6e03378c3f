import { productLines } from '#contract/versions/tariffChanges.ts'
import { type DraftProduct, readTariffs } from '#contract/versions/tariffs.ts'
import { Button } from '#ui/actions/Button.tsx'
import { ProductForm } from './ProductForm.tsx'
import s from './Rules.module.css'

type Props = {
  rows: readonly DraftProduct[]
  /** Absent: to be read */
  onChange?: ((rows: readonly DraftProduct[]) => void) | undefined
}

/** A code nobody has yet */
function freeId(rows: readonly DraftProduct[]): string {
  for (let number = rows.length + 1; ; number += 1)
    if (!rows.some(({ id }) => id === `product${number}`)) return `product${number}`
}

const usual = {
  kind: 'single',
  name: '',
  about: '',
  amount: { min: 1000, max: 30_000, step: 500, start: 10_000 },
  term: { min: 5, max: 30, step: 1, start: 14 },
  dailyRate: '',
  promos: [],
} as const

/** The products of a draft of tariffs, each with its faults at their fields */
export function ProductList({ rows, onChange }: Props) {
  if (!onChange) return rows.map((product) => <ProductFacts key={product.id} product={product} Heading="h2" />)
  const { issues = [] } = readTariffs(rows)
  const set = (at: number, product: DraftProduct) => onChange(rows.with(at, product))
  return (
    <>
      {rows.map((product, at) => (
        <ProductForm
          // biome-ignore lint/suspicious/noArrayIndexKey: the code is typed too
          key={at}
          at={at}
          product={product}
          issues={issues}
          onChange={(next) => set(at, next)}
          onRemove={() => onChange(rows.filter((_, other) => other !== at))}
        />
      ))}
      <div className={s.line}>
        <Button
          small
          kind="soft"
          wide={false}
          onClick={() => onChange([...rows, { ...usual, id: freeId(rows), promos: [] }])}
        >
          Добавить продукт
        </Button>
      </div>
    </>
  )
}

/** A product, to be read */
export function ProductFacts({ product, Heading }: { product: DraftProduct; Heading: 'h2' | 'h3' }) {
  return (
    <section className={s.product} aria-label={product.name}>
      <Heading>{product.name}</Heading>
      <dl className={s.facts}>
        {[...productLines(product)].map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

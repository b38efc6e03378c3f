import { ruleBook } from '#contract/calls/office/workbench.ts'
import type { DraftProduct } from '#contract/versions/tariffs.ts'
import { Soft } from '#ui/frame/Stack.tsx'
import { Screen } from '../frame/Screen.tsx'
import { useRead } from '../useRead.ts'
import { ProductFacts } from './ProductList.tsx'
import s from './Rules.module.css'
import { Versions } from './Versions.tsx'

/** What the lender offers: the tariffs in force, their versions and drafts */
export function Tariffs() {
  const { data, mutate } = useRead(ruleBook, { query: { kind: 'tariffs' } })
  const now = data?.versions.find(({ inForce }) => inForce)
  return (
    <Screen title="Тарифы">
      <Soft>
        Новые тарифы действуют с назначенного момента. Сделанные предложения и займы остаются со своими; заявку, которую
        уже отправили, решаем по тем, с которыми её отправили.
      </Soft>
      <Versions kind="tariffs" onTurned={() => void mutate()} />
      {now && (
        <section className={s.part} aria-label="Действуют сейчас">
          <h2>Действуют сейчас: {now.name}</h2>
          {(now.rows as DraftProduct[]).map((product) => (
            <ProductFacts key={product.id} product={product} Heading="h3" />
          ))}
        </section>
      )}
    </Screen>
  )
}

import type { ReviewItem } from '#contract/calls/office/review.ts'
import { disputed } from '#contract/person/verdicts.ts'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icons.tsx'
import { Unseen } from '#ui/Unseen.tsx'
import s from './ItemList.module.css'

type Props = {
  items: readonly ReviewItem[]
  chosen: number | undefined
  onChoose(step: number): void
}

/** What has become of an item, in a word */
function markOf({ open, verdict }: ReviewItem): { look: string | undefined; word: string } {
  if (!open) return { look: s.before, word: 'принято раньше' }
  if (verdict?.verdict === 'ok') return { look: s.ok, word: 'верно' }
  if (verdict?.verdict === 'fix') return { look: s.fix, word: 'исправить' }
  if (verdict?.verdict === 'fraud') return { look: s.fraud, word: 'подозрение' }
  return { look: s.none, word: 'не проверено' }
}

/** The items of the request with their marks */
export function ItemList({ items, chosen, onChoose }: Props) {
  const done = items.filter(({ open, verdict }) => !open || verdict).length
  return (
    <nav className={s.list} aria-label="Пункты заявки">
      <p className={s.count}>
        Проверено {done} из {items.length}
      </p>
      <ol>
        {items.map((item) => (
          <Line key={item.step} item={item} current={item.step === chosen} onChoose={onChoose} />
        ))}
      </ol>
    </nav>
  )
}

function Line({ item, current, onChoose }: { item: ReviewItem; current: boolean; onChoose(step: number): void }) {
  const { look, word } = markOf(item)
  return (
    <li>
      <button
        type="button"
        className={s.item}
        aria-current={current ? 'true' : undefined}
        onClick={() => onChoose(item.step)}
      >
        <span className={classes(s.mark, look)}>
          {look === s.ok || look === s.before ? <Icon name="check" size={14} /> : null}
          {look === s.fix ? <Icon name="back" size={14} /> : null}
          {look === s.fraud ? <Icon name="warning" size={14} /> : null}
        </span>
        <span className={s.title}>
          {item.title}
          <Unseen>: {word}</Unseen>
        </span>
        {(item.warnings.length > 0 || item.rows.some(disputed)) && (
          <span className={s.warned}>
            <Icon name="warning" size={14} />
            <Unseen>, {item.rows.some(disputed) ? 'есть расхождения' : 'есть предупреждения'}</Unseen>
          </span>
        )}
      </button>
    </li>
  )
}

import type { Review } from '#contract/calls/office/review.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Kbd } from '#ui/show/Tag.tsx'
import { stateText } from '../stateText.ts'
import s from './ReviewPage.module.css'

/** Why the answers are hidden, and what shows them */
export function Rights({ review }: { review: Review }) {
  const { mine, holder } = review.lease
  if (mine) return null
  if (review.state !== 'Queued' && review.state !== 'InReview') {
    return (
      <div className={s.rights}>
        <Notice title={`Проверять нечего: ${stateText[review.state]}`}>Личные данные скрыты.</Notice>
      </div>
    )
  }
  return (
    <div className={s.rights}>
      <Notice tone="warn" title={holder ? `Заявка у сотрудника: ${holder}` : 'Данные скрыты'} live>
        <p>
          Личные данные видит тот, кто взял заявку: <Kbd>T</Kbd>. Отметки, сделанные раньше, сохранены.
        </p>
      </Notice>
    </div>
  )
}

import type { Review } from '#contract/calls/office/review.ts'
import { formatRoubles, kopecks } from '#contract/money.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Kbd, Tag } from '#ui/show/Tag.tsx'
import { useHeading } from '../frame/Screen.tsx'
import { Legend } from '../keys/Legend.tsx'
import { leftText, minutesText } from '../moments.ts'
import { stateText } from '../stateText.ts'
import { CallMark } from './CallMark.tsx'
import { legend } from './legend.ts'
import s from './ReviewHead.module.css'

type Props = {
  review: Review
  lease: { readonly left: number; readonly others: readonly string[] }
  onTake(): void
  readonly taking: boolean
  onRelease(): void
  onTrouble(error: unknown): void
}

const soonOver = 3 * 60_000

/** Whose request, how much, how long it waits, in whose hands it is */
export function ReviewHead({ review, lease, onTake, taking, onRelease, onTrouble }: Props) {
  const { amount, product, name, phone, round, waitingMinutes, late, needsSecond } = review
  const { mine, holder } = review.lease
  const heading = useHeading(`Заявка ${formatRoubles(kopecks(amount))}`)
  const inQueue = review.state === 'Queued' || review.state === 'InReview'
  return (
    <header className={s.head}>
      <h1 ref={heading} tabIndex={-1}>
        {formatRoubles(kopecks(amount))}
      </h1>
      <p className={s.who}>
        <strong>{name}</strong> <span>{phone}</span> <span>{product}</span>
      </p>
      {inQueue ? (
        <Tag tone={late ? 'bad' : 'warn'}>
          {late ? 'поздно, ' : ''}ждёт {minutesText(waitingMinutes)}
        </Tag>
      ) : (
        <Tag>{stateText[review.state]}</Tag>
      )}
      {round > 1 && <Tag tone="good">{round}-я проверка</Tag>}
      {needsSecond && <Tag tone="warn">нужны двое</Tag>}
      {mine && (
        <Tag tone={lease.left < soonOver ? 'bad' : 'good'}>
          у вас ещё <span className={s.left}>{leftText(lease.left)}</span>
        </Tag>
      )}
      {!mine && holder && <Tag tone="warn">у сотрудника: {holder}</Tag>}
      {lease.others.length > 0 && <Tag>смотрит и {lease.others.join(', ')}</Tag>}
      <div className={s.actions}>
        <Legend keys={legend} />
        {mine && <CallMark id={review.id} until={review.calling} onTrouble={onTrouble} />}
        {mine && (
          <Button small kind="soft" onClick={onRelease}>
            Отпустить <Kbd>Q</Kbd>
          </Button>
        )}
        {!mine && inQueue && (
          <Button small busy={taking} onClick={onTake}>
            {holder ? 'Забрать себе' : 'Взять'} <Kbd>T</Kbd>
          </Button>
        )}
      </div>
    </header>
  )
}

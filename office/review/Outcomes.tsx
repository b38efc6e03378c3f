import type { Review } from '#contract/calls/office/review.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Kbd } from '#ui/show/Tag.tsx'
import { notApprovable, toFix } from './marks.ts'
import s from './Outcomes.module.css'
import { clientText } from './reasons.ts'

type Props = { review: Review; busy: boolean; onApprove(): void; onAsk(what: 'return' | 'refuse'): void }

/** The three ways a review ends, and what still stands before them */
export function Outcomes({ review, busy, onApprove, onAsk }: Props) {
  const fixes = toFix(review.items)
  const why = notApprovable(review)
  return (
    <footer className={s.outcomes}>
      {fixes.length > 0 && (
        <Notice tone="bad" title="Вернём клиенту">
          {fixes.map(({ step, title, verdict }) => (
            <p key={step}>
              {title}: {verdict?.comment || clientText(verdict?.reason)}
            </p>
          ))}
        </Notice>
      )}
      <div className={s.buttons}>
        <Button kind={fixes.length > 0 ? 'primary' : 'soft'} busy={busy} onClick={() => onAsk('return')}>
          Вернуть <Kbd>V</Kbd>
        </Button>
        <Button kind={fixes.length > 0 ? 'soft' : 'primary'} busy={busy} onClick={onApprove}>
          Одобрить <Kbd>A</Kbd>
        </Button>
        <Button kind="quiet" busy={busy} onClick={() => onAsk('refuse')}>
          Отказать <Kbd>X</Kbd>
        </Button>
      </div>
      <p className={s.why} role="status">
        {why || 'Всё проверено, можно одобрить.'}
      </p>
    </footer>
  )
}

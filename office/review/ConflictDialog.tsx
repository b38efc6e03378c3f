import { Button } from '#ui/actions/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { useMoments } from '../moments.ts'
import s from './OutcomeDialog.module.css'
import type { Conflict } from './useReview.ts'

/** Somebody changed the request meanwhile: says what happened */
export function ConflictDialog({ conflict, onClose }: { conflict: Conflict | null; onClose(): void }) {
  const moment = useMoments()
  return (
    <Dialog
      open={conflict !== null}
      onClose={onClose}
      title="Заявка изменилась"
      actions={
        <Button data-first onClick={onClose}>
          Показать как есть сейчас
        </Button>
      }
    >
      <p>Пока она была открыта у вас, произошло вот что. Ваши отметки сохранены.</p>
      <ul className={s.list}>
        {conflict?.changes.map(({ at, who, what }) => (
          <li key={`${at} ${what}`}>
            {moment(at)}, {who}: {what}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

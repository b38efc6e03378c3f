import { useState } from 'react'
import type { Review } from '#contract/calls/office/review.ts'
import { type RefusalReason, refusalReasons } from '#contract/review.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Select } from '#ui/fields/Select.tsx'
import { TextArea } from '#ui/fields/TextField.tsx'
import { toFix } from './marks.ts'
import s from './OutcomeDialog.module.css'
import { clientText } from './reasons.ts'
import type { Outcome } from './useOutcome.ts'
import type { ReviewDesk } from './useReview.ts'

export type Asked = 'return' | 'refuse' | 'takeOver' | null

type Props = {
  asked: Asked
  review: Review
  desk: ReviewDesk
  outcome: Outcome
  onTake(): void
  onClose(): void
}

/** What cannot be taken back is asked for once more */
export function OutcomeDialog({ asked, review, desk, outcome, onTake, onClose }: Props) {
  return (
    <>
      <ReturnDialog open={asked === 'return'} review={review} outcome={outcome} onClose={onClose} />
      <RefuseDialog open={asked === 'refuse'} desk={desk} outcome={outcome} onClose={onClose} />
      <Dialog
        open={asked === 'takeOver'}
        onClose={onClose}
        title="Забрать заявку себе?"
        actions={
          <>
            <Button
              data-first
              onClick={() => {
                onClose()
                onTake()
              }}
            >
              Забрать
            </Button>
            <Button kind="quiet" onClick={onClose}>
              Не забирать
            </Button>
          </>
        }
      >
        <p>Сейчас она у сотрудника: {review.lease.holder}. Переход останется в журнале.</p>
      </Dialog>
    </>
  )
}

type ReturnProps = { open: boolean; review: Review; outcome: Outcome; onClose(): void }

function ReturnDialog({ open, review, outcome, onClose }: ReturnProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Вернуть клиенту на исправление?"
      actions={
        <>
          <Button data-first busy={outcome.busy} onClick={() => void outcome.sendBack().then(onClose)}>
            Вернуть
          </Button>
          <Button kind="quiet" onClick={onClose}>
            Ещё посмотрю
          </Button>
        </>
      }
    >
      <p>Клиент получит СМС и увидит только эти пункты:</p>
      <ul className={s.list}>
        {toFix(review.items).map(({ step, title, verdict }) => (
          <li key={step}>
            <strong>{title}.</strong> {clientText(verdict?.reason)}
            {verdict?.comment && <q>{verdict.comment}</q>}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

const refusals = Object.entries(refusalReasons).map(([value, label]) => ({ value: value as RefusalReason, label }))

type RefuseProps = { open: boolean; desk: ReviewDesk; outcome: Outcome; onClose(): void }

function RefuseDialog({ open, desk, outcome, onClose }: RefuseProps) {
  const { reason = '', comment = '' } = desk.refusal
  const [tried, setTried] = useState(false)
  const needsWords = reason === 'other' && !comment.trim()
  const send = () => {
    setTried(true)
    if (reason && !needsWords) void outcome.refuse(reason, comment).then(onClose)
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Отказать по заявке?"
      actions={
        <>
          <Button kind="danger" busy={outcome.busy} onClick={send}>
            Отказать
          </Button>
          <Button kind="quiet" onClick={onClose}>
            Не отказывать
          </Button>
        </>
      }
    >
      <p>Причину и комментарий видят только сотрудники. Клиент узнает о решении общими словами.</p>
      <Select
        label="Причина"
        options={refusals}
        value={reason}
        onChange={(value) => desk.changeRefusal({ ...desk.refusal, reason: value })}
        error={tried && !reason ? 'Выберите причину' : undefined}
      />
      <TextArea
        label="Комментарий для коллег"
        maxLength={1000}
        value={comment}
        onChange={(text) => desk.changeRefusal({ ...desk.refusal, comment: text })}
        error={tried && needsWords ? 'Напишите причину' : undefined}
      />
    </Dialog>
  )
}

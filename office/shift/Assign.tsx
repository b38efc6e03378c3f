import { useState } from 'react'
import { assignRequest, type ShiftRequest, type ShiftReviewer } from '#contract/calls/office/shift.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Select } from '#ui/fields/Select.tsx'
import { makeCall } from '../calls.ts'
import { useAct } from '../useAct.ts'

type Props = {
  readonly request: ShiftRequest | null
  readonly reviewers: readonly ShiftReviewer[]
  onClose(): void
  onDone(): void
}

const words: Readonly<Record<string, string>> = {
  second_person: 'Этот сотрудник уже одобрил заявку первым: нужен другой.',
  state_conflict: 'Проверка этой заявки уже окончена.',
}

/** Gives one request to a reviewer; from another's hands it goes, what they marked stays */
export function Assign({ request, reviewers, onClose, onDone }: Props) {
  const [to, setTo] = useState('')
  const { busy, act } = useAct({ words })
  if (!request) return null
  const give = (staffId: string | null, said: string) =>
    void act(async () => {
      await makeCall(assignRequest, { params: { id: request.id }, body: { staffId } })
      onDone()
      return said
    })
  const others = reviewers.filter(({ id }) => id !== request.holder?.staffId)
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Кому отдать: ${request.name}`}
      actions={
        <>
          <Button busy={busy} disabled={!to} onClick={() => give(to, 'Заявка назначена')}>
            Назначить
          </Button>
          {(request.assigned || request.holder) && (
            <Button kind="soft" busy={busy} onClick={() => give(null, 'Заявка снова в общей очереди')}>
              Вернуть в очередь
            </Button>
          )}
          <Button kind="quiet" onClick={onClose}>
            Оставить как есть
          </Button>
        </>
      }
    >
      {request.holder && (
        <Notice tone="warn">Сейчас заявка у сотрудника {request.holder.staff}. Отметки сохранятся.</Notice>
      )}
      <Select
        label="Сотрудник"
        id="assign-to"
        name="assign-to"
        value={to}
        onChange={setTo}
        options={others.map(({ id, name, inHand, assigned }) => ({
          value: id,
          label: `${name}: в работе ${inHand}, назначено ${assigned}`,
        }))}
      />
    </Dialog>
  )
}

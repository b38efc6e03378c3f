import { Button } from '#ui/actions/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { readDetail } from './readDetail.ts'
import type { useDraft } from './useDraft.ts'

type ConflictDialogProps = {
  open: boolean
  requestId: string
  number: number
  draft: ReturnType<typeof useDraft>
}

/** The same step was changed in another window: a visible choice, nothing is overwritten by itself */
export function ConflictDialog({ open, requestId, number, draft }: ConflictDialogProps) {
  const choose = async (whose: 'mine' | 'theirs') => {
    const detail = await readDetail(requestId).catch(() => null)
    const theirs = detail?.steps.find((step) => step.number === number)
    if (!theirs) return
    if (whose === 'theirs') draft.replace(theirs.raw)
    draft.autosave.current?.resume(theirs.raw, theirs.revision)
    if (whose === 'theirs') draft.autosave.current?.change(theirs.raw)
    draft.settled()
  }
  return (
    <Dialog
      open={open}
      // Neither the mask nor Escape may choose for the person.
      onClose={() => undefined}
      title="Этот шаг изменили в другом окне"
      actions={
        <>
          <Button onClick={() => void choose('mine')}>Оставить то, что здесь</Button>
          <Button kind="soft" onClick={() => void choose('theirs')}>
            Взять из другого окна
          </Button>
        </>
      }
    >
      <p>Там уже сохранены другие ответы. Выберите, какие оставить.</p>
    </Dialog>
  )
}

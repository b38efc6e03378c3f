import { useState } from 'react'
import { type Case, endCase } from '#contract/calls/office/clients.ts'
import { type CaseOutcome, caseOutcomes } from '#contract/person/cases.ts'
import { Button } from '#ui/actions/Button.tsx'
import { CallError } from '#ui/callError.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Select } from '#ui/fields/Select.tsx'
import { TextArea } from '#ui/fields/TextField.tsx'
import { makeCall } from '../calls.ts'
import { useOnceKey } from '../useOnceKey.ts'

type Props = { readonly ending: Case | null; onClose(): void; onDone(): void }

const options = Object.entries(caseOutcomes).map(([value, label]) => ({ value: value as CaseOutcome, label }))

/** Ends a case with words; the words are kept while the dialog is closed by a slip of the hand */
export function EndCase({ ending, onClose, onDone }: Props) {
  const [outcome, setOutcome] = useState<CaseOutcome | ''>('')
  const [words, setWords] = useState('')
  const [busy, setBusy] = useState(false)
  const keyFor = useOnceKey()

  const end = async () => {
    if (!ending || !outcome) return
    setBusy(true)
    try {
      const body = { outcome, words: words.trim() }
      const key = keyFor(ending.id, ending.state, body)
      const { ended } = await makeCall(endCase, { params: { id: ending.id }, body }, { key })
      toast(ended ? 'Дело закрыто' : 'Нужно слово второго сотрудника: пока деньги ждут')
      setOutcome('')
      setWords('')
      onDone()
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      toast(failure.issues[0]?.message ?? failure.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={ending !== null}
      onClose={onClose}
      title="Закрыть дело"
      actions={
        <>
          <Button busy={busy} disabled={!outcome || !words.trim()} onClick={() => void end()}>
            Закрыть дело
          </Button>
          <Button kind="quiet" onClick={onClose}>
            Не закрывать
          </Button>
        </>
      }
    >
      {ending?.holds && <p>Деньги клиента ждут этого дела: закрывают двое с одним и тем же исходом.</p>}
      <Select<CaseOutcome>
        id="outcome"
        name="outcome"
        label="Исход"
        options={options}
        value={outcome}
        onChange={(chosen) => setOutcome(chosen)}
      />
      <TextArea id="words" name="words" label="Что проверили" maxLength={1000} value={words} onChange={setWords} />
    </Dialog>
  )
}

import { useState } from 'react'
import { type Case, endCase } from '#contract/calls/office/clients.ts'
import { type CaseOutcome, caseOutcomes } from '#contract/person/cases.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Select } from '#ui/fields/Select.tsx'
import { TextArea } from '#ui/fields/TextField.tsx'
import { makeCall } from '../calls.ts'
import { useAct } from '../useAct.ts'

type Props = { readonly ending: Case | null; onClose(): void; onDone(): void }

const options = Object.entries(caseOutcomes).map(([value, label]) => ({ value: value as CaseOutcome, label }))

/** Ends a case with words; the words are kept while the dialog is closed by a slip of the hand */
export function EndCase({ ending, onClose, onDone }: Props) {
  const [outcome, setOutcome] = useState<CaseOutcome | ''>('')
  const [words, setWords] = useState('')
  const { busy, act, field } = useAct()

  const end = () =>
    act(async (keyFor) => {
      if (!ending || !outcome) return undefined
      const body = { outcome, words: words.trim() }
      const key = keyFor(ending.id, ending.state, body)
      const { ended } = await makeCall(endCase, { params: { id: ending.id }, body }, { key })
      setOutcome('')
      setWords('')
      onDone()
      return ended ? 'Дело закрыто' : 'Нужно слово второго сотрудника: пока деньги ждут'
    })
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
        label="Исход"
        {...field('outcome')}
        options={options}
        value={outcome}
        onChange={(chosen) => setOutcome(chosen)}
      />
      <TextArea label="Что проверили" {...field('words')} maxLength={1000} value={words} onChange={setWords} />
    </Dialog>
  )
}

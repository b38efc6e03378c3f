import { useState } from 'react'
import { clockRuns } from '#contract/appeals.ts'
import { askPapers, extendAppeal } from '#contract/calls/office/appeals.ts'
import { Button } from '#ui/actions/Button.tsx'
import { TextArea } from '#ui/fields/TextField.tsx'
import { Details } from '#ui/show/Details.tsx'
import { makeCall } from '../calls.ts'
import s from '../loans/Loans.module.css'
import { useAct } from '../useAct.ts'
import type { AppealPage } from './AppealScreen.tsx'

/** Asks the borrower for what is missing, or for more time: each once */
export function AskMore({ page, again }: { readonly page: AppealPage; again(): void }) {
  const [words, setWords] = useState('')
  const { busy, act, field } = useAct()
  const mayAsk = page.state === 'open' && page.papersWanted === null
  const mayExtend = page.kind === 'complaint' && !page.extended
  if (!mayAsk && !mayExtend) return null
  const input = { params: { id: page.id }, body: { version: page.version, words: words.trim() } }
  const run = (call: typeof askPapers | typeof extendAppeal, said: string) =>
    act(async () => {
      await makeCall(call, input)
      again()
      return said
    })
  return (
    <Details title="Нужны документы или время">
      <div className={s.form}>
        <TextArea label="Что и почему" {...field('words')} maxLength={4000} value={words} onChange={setWords} />
        {mayAsk && (
          <Button
            kind="soft"
            busy={busy}
            disabled={!words.trim()}
            onClick={() =>
              void run(
                askPapers,
                clockRuns(page.kind, 'papers')
                  ? 'Клиенту сказали, срок ответа прежний'
                  : 'Клиенту сказали, срок ответа ждёт',
              )
            }
          >
            Запросить у клиента
          </Button>
        )}
        {mayExtend && (
          <Button
            kind="soft"
            busy={busy}
            disabled={!words.trim()}
            onClick={() => void run(extendAppeal, 'Срок продлён, клиенту сказали')}
          >
            Продлить срок
          </Button>
        )}
      </div>
    </Details>
  )
}

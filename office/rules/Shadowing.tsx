import { useState } from 'react'
import { endShadow, startShadow } from '#contract/calls/office/ruleTrials.ts'
import type { RuleDraft } from '#contract/calls/office/workbench.ts'
import { Button } from '#ui/actions/Button.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { Details } from '#ui/show/Details.tsx'
import { Tag } from '#ui/show/Tag.tsx'
import { makeCall } from '../calls.ts'
import { useMoments } from '../moments.ts'
import { useAct } from '../useAct.ts'
import { CaseList } from './CaseList.tsx'
import { ComparisonView } from './ComparisonView.tsx'
import s from './Rules.module.css'

/** The draft beside the rules in force, on every new decision: it decides nothing */
export function Shadowing({ draft, again }: { draft: RuleDraft; again(): void }) {
  const moment = useMoments()
  const [days, setDays] = useState('3')
  const { busy, act } = useAct()
  const { shadow, id, mayEdit, closed } = draft
  const start = () =>
    act(async () => {
      await makeCall(startShadow, { params: { id }, body: { days: Number(days) } })
      again()
      return 'Считает рядом'
    })
  const end = () =>
    act(async () => {
      await makeCall(endShadow, { params: { id } })
      again()
      return 'Больше не считает'
    })
  return (
    <div className={s.part}>
      <p>Черновик считает каждое новое решение рядом с тем, что действует, и ничего не решает.</p>
      {mayEdit && !closed && !shadow?.running && (
        <form
          className={s.form}
          onSubmit={(event) => {
            event.preventDefault()
            void start()
          }}
        >
          <TextField
            id="shadow-days"
            name="days"
            label="Сколько дней"
            inputMode="numeric"
            value={days}
            onChange={(typed) => setDays(typed.replace(/\D/g, '').slice(0, 2))}
          />
          <Button type="submit" wide={false} busy={busy}>
            Считать рядом
          </Button>
        </form>
      )}
      {shadow && (
        <>
          <p className={s.line}>
            С {moment(shadow.startedAt)} до {moment(shadow.until)}, {shadow.startedBy}
            <Tag tone={shadow.running ? 'good' : 'plain'}>{shadow.running ? 'считает' : 'закончено'}</Tag>
            {!shadow.current && <Tag tone="warn">черновик с тех пор изменён</Tag>}
            {shadow.running && mayEdit && (
              <Button small kind="soft" wide={false} busy={busy} onClick={() => void end()}>
                Остановить
              </Button>
            )}
          </p>
          <ComparisonView report={shadow.report} />
          {shadow.report.changed > 0 && (
            <Details title="Решения, которые были бы другими" lazy>
              <CaseList of="decision" run={shadow.id} />
            </Details>
          )}
        </>
      )}
    </div>
  )
}

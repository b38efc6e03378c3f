import { useState } from 'react'
import { type Backtest, type Selection, startBacktest, stopBacktest } from '#contract/calls/office/ruleTrials.ts'
import type { RuleDraft } from '#contract/calls/office/workbench.ts'
import type { VersionKind } from '#contract/versions/kinds.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Select } from '#ui/fields/Select.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { Details } from '#ui/show/Details.tsx'
import { Tag } from '#ui/show/Tag.tsx'
import { makeCall } from '../calls.ts'
import { useMoments } from '../moments.ts'
import { useAct } from '../useAct.ts'
import { CaseList } from './CaseList.tsx'
import { ComparisonView } from './ComparisonView.tsx'
import s from './Rules.module.css'

type Kind = Selection['kind']
const kindsOf = (past: string) =>
  [
    { value: 'last', label: `Последние ${past}` },
    { value: 'period', label: 'За период' },
    { value: 'sample', label: 'Выборка из всех' },
  ] as const satisfies readonly { value: Kind; label: string }[]

const states = {
  running: ['считаем', 'plain'],
  done: ['готов', 'good'],
  stopped: ['остановлен', 'warn'],
  failed: ['не вышел', 'bad'],
} as const

function selectionText({ kind, count, from, until }: Selection): string {
  if (kind === 'period') return `с ${from} по ${until}`
  return kind === 'last' ? `последние ${count}` : `выборка ${count}`
}

type Props = { draft: RuleDraft; unsaved: boolean; again(): void }

/** The draft over past decisions, or offers */
export function Backtests({ draft, unsaved, again }: Props) {
  return (
    <div className={s.part}>
      {draft.mayEdit && !draft.closed && <Start draft={draft} unsaved={unsaved} again={again} />}
      {draft.backtests.length === 0 && <p>Прогонов ещё не было</p>}
      {draft.backtests.map((one, at) => (
        <One key={one.id} backtest={one} of={draft.kind} first={at === 0} mayStop={draft.mayEdit} again={again} />
      ))}
    </div>
  )
}

function Start({ draft, unsaved, again }: Props) {
  const [kind, setKind] = useState<Kind>('last')
  const [count, setCount] = useState('1000')
  const [from, setFrom] = useState('')
  const [until, setUntil] = useState('')
  const { busy, act } = useAct()
  const past = draft.kind === 'tariffs' ? 'предложения' : 'решения'
  const start = () =>
    act(async (keyFor) => {
      const selection: Selection = kind === 'period' ? { kind, from, until } : { kind, count: Number(count) }
      const body = { selection }
      const key = keyFor(draft.id, draft.revision, body)
      await makeCall(startBacktest, { params: { id: draft.id }, body }, { key })
      again()
      return undefined
    })
  return (
    <form
      className={s.form}
      onSubmit={(event) => {
        event.preventDefault()
        void start()
      }}
    >
      <Select<Kind>
        id="run-kind"
        name="kind"
        label={`Какие ${past}`}
        options={kindsOf(past)}
        value={kind}
        onChange={setKind}
      />
      {kind === 'period' ? (
        <>
          <TextField id="run-from" name="from" type="date" label="С какого дня" value={from} onChange={setFrom} />
          <TextField id="run-until" name="until" type="date" label="По какой день" value={until} onChange={setUntil} />
        </>
      ) : (
        <TextField
          id="run-count"
          name="count"
          label="Сколько"
          inputMode="numeric"
          value={count}
          onChange={(typed) => setCount(typed.replace(/\D/g, ''))}
        />
      )}
      <Button type="submit" wide={false} busy={busy} disabled={unsaved}>
        Прогнать
      </Button>
      {unsaved && <p>Сначала сохраните черновик</p>}
    </form>
  )
}

type OneProps = { backtest: Backtest; of: VersionKind; first: boolean; mayStop: boolean; again(): void }

function One({ backtest, of, first, mayStop, again }: OneProps) {
  const moment = useMoments()
  const { busy, act } = useAct()
  const { id, state, done, askedBy, askedAt, selection, current, report, sha256 } = backtest
  const [word, tone] = states[state]
  const stop = () =>
    act(async () => {
      await makeCall(stopBacktest, { params: { id } })
      again()
      return 'Остановлен: от прогона ничего не осталось'
    })
  return (
    <Details
      open={first}
      title={
        <span>
          {moment(askedAt)}, {askedBy}: {selectionText(selection)} <Tag tone={tone}>{word}</Tag>{' '}
          {!current && <Tag tone="warn">черновик с тех пор изменён</Tag>}
        </span>
      }
    >
      {state === 'running' && (
        <p className={s.line}>
          Посчитано {done}
          {mayStop && (
            <Button small kind="soft" wide={false} busy={busy} onClick={() => void stop()}>
              Остановить
            </Button>
          )}
        </p>
      )}
      {report && (
        <div className={s.part}>
          <ComparisonView report={report} of={of} />
          {sha256 && <small title="Тот же черновик на том же прошлом даст тот же отпечаток">Отпечаток {sha256}</small>}
          {report.changed > 0 && (
            <Details title={of === 'tariffs' ? 'Изменённые предложения' : 'Изменённые решения'} lazy>
              <CaseList run={id} of={of} />
            </Details>
          )}
        </div>
      )}
    </Details>
  )
}

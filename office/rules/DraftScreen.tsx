import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { askRuleDraft, dropRuleDraft, type RuleDraft } from '#contract/calls/office/workbench.ts'
import { versionKinds } from '#contract/versions/kinds.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { Tabs } from '#ui/frame/Tabs.tsx'
import { Details } from '#ui/show/Details.tsx'
import { makeCall } from '../calls.ts'
import { Loading } from '../frame/Loading.tsx'
import { Screen } from '../frame/Screen.tsx'
import { Trouble } from '../frame/Trouble.tsx'
import { useMoments } from '../moments.ts'
import { useAct } from '../useAct.ts'
import { AskForce } from './AskForce.tsx'
import { Backtests } from './Backtests.tsx'
import { Checks } from './Checks.tsx'
import { Differences } from './Differences.tsx'
import { Editor } from './Editor.tsx'
import s from './Rules.module.css'
import { Shadowing } from './Shadowing.tsx'
import { type Drafting, useDraft } from './useDraft.ts'

/** What the first tab holds, and where a draft is gone back from */
const contents = { decision: 'Таблица', tariffs: 'Продукты', calendar: 'Дни', texts: 'Тексты' } as const
const bookOf = { decision: '/rules', tariffs: '/tariffs', calendar: '/calendar', texts: '/texts' } as const

type Tab = 'rows' | 'changes' | 'checks' | 'backtests' | 'shadow'

/** A draft: what it holds, what differs, what is wrong, whom it would change */
export function DraftScreen() {
  const { id = '' } = useParams()
  return <Draft key={id} id={id} />
}

function Draft({ id }: { id: string }) {
  const drafting = useDraft(id)
  const { data, error, again } = drafting
  if (error && !data) return <Trouble error={error} onAgain={again} />
  if (!data) return <Loading />
  return <Opened draft={data} drafting={drafting} />
}

function Opened({ draft, drafting }: { draft: RuleDraft; drafting: Drafting }) {
  const [tab, setTab] = useState<Tab>('rows')
  const moment = useMoments()
  const { rows, title, unsaved, change, again } = drafting
  const editable = draft.mayEdit && !draft.closed
  const errors = draft.findings?.filter(({ level }) => level === 'error').length ?? 0
  const { kind } = draft
  const tabs = [
    { key: 'rows', title: contents[kind], ...(Array.isArray(rows) && { count: rows.length }) },
    { key: 'changes', title: 'Отличия' },
    { key: 'checks', title: 'Проверка', ...(errors > 0 && { count: errors }) },
    ...(kind === 'calendar' || kind === 'texts' ? [] : [{ key: 'backtests', title: 'Прогон' } as const]),
    ...(kind === 'decision' ? [{ key: 'shadow', title: 'Рядом' } as const] : []),
  ] as const
  return (
    <Screen title={`Черновик ${draft.name}`} actions={editable && <Actions draft={draft} drafting={drafting} />}>
      <p>
        {versionKinds[kind]}. Сравнивается с тем, что действует: {draft.inForce.name}. Последняя правка:{' '}
        {draft.changedBy}, {moment(draft.changedAt)}
      </p>
      {draft.closed && (
        <Notice>Этот черновик ждёт второго сотрудника или уже действует. Для новой правки начните другой.</Notice>
      )}
      {drafting.overtaken && <Overtaken draft={draft} drafting={drafting} />}
      {editable && (
        <TextField
          id="draft-title"
          name="title"
          label="Что и зачем меняем"
          value={title}
          maxLength={200}
          onChange={(next) => change({ title: next })}
        />
      )}
      <Tabs<Tab> label="Черновик" tabs={tabs} value={tab} onChange={setTab}>
        <div className={s.part}>
          {tab === 'rows' && (
            <Editor
              kind={kind}
              rows={rows}
              findings={unsaved ? [] : (draft.findings ?? [])}
              onChange={editable ? (next) => change({ rows: next }) : undefined}
            />
          )}
          {tab === 'changes' && <Differences kind={kind} before={draft.inForce.rows} after={rows} />}
          {tab === 'checks' && <Checks draft={draft} unsaved={unsaved} again={again} />}
          {tab === 'backtests' && <Backtests draft={draft} unsaved={unsaved} again={again} />}
          {tab === 'shadow' && <Shadowing draft={draft} again={again} />}
        </div>
      </Tabs>
    </Screen>
  )
}

function Actions({ draft, drafting }: { draft: RuleDraft; drafting: Drafting }) {
  const [asking, setAsking] = useState(false)
  const [, go] = useLocation()
  const { busy, act } = useAct()
  const { unsaved, overtaken, save } = drafting
  const drop = () =>
    act(async () => {
      await makeCall(dropRuleDraft, { params: { id: draft.id } })
      drafting.forget()
      go(bookOf[draft.kind])
      return 'Черновик убран'
    })
  return (
    <>
      <Button small wide={false} busy={drafting.busy} disabled={!unsaved || overtaken} onClick={() => void save()}>
        {unsaved ? 'Сохранить' : 'Сохранено'}
      </Button>
      <Button small kind="soft" wide={false} disabled={unsaved} onClick={() => setAsking(true)}>
        Ввести в действие
      </Button>
      <Button small kind="quiet" wide={false} busy={busy} onClick={() => void drop()}>
        Убрать черновик
      </Button>
      <AskForce
        title={`Ввести ${draft.name} в действие`}
        open={asking}
        onClose={() => setAsking(false)}
        ask={async (body, key) => {
          await makeCall(askRuleDraft, { params: { id: draft.id }, body }, { key })
          drafting.again()
        }}
      />
    </>
  )
}

function Overtaken({ draft, drafting }: { draft: RuleDraft; drafting: Drafting }) {
  return (
    <Notice tone="warn" title={`Пока вы правили, черновик сохранил другой сотрудник: ${draft.changedBy}`} live>
      <p>Ваша правка осталась на экране. Сравните и выберите.</p>
      <Details title="Чем ваша правка отличается от сохранённого">
        <Differences kind={draft.kind} before={draft.rows} after={drafting.rows} />
      </Details>
      <div className={s.line}>
        <Button small wide={false} busy={drafting.busy} onClick={() => void drafting.save(true)}>
          Сохранить мою поверх
        </Button>
        <Button small kind="soft" wide={false} onClick={drafting.forget}>
          Взять сохранённое
        </Button>
      </div>
    </Notice>
  )
}

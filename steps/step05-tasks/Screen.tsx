import { checkPage } from '#contract/flow.ts'
import { formatCount } from '#contract/russian.ts'
import { type Stage, stageTitles } from '#contract/step.ts'
import { ButtonLink } from '#ui/actions/Button.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { Page } from '#ui/frame/Page.tsx'
import { Soft } from '#ui/frame/Stack.tsx'
import type { RequestScreenProps } from '#ui/services.ts'
import { ListRow } from '#ui/show/ListRow.tsx'
import { Rows } from '#ui/show/Rows.tsx'
import { Tag } from '#ui/show/Tag.tsx'
import { Withdraw } from './Withdraw.tsx'

type TaskState = 'returned' | 'done' | 'next' | 'todo'

const words: Readonly<Record<TaskState, string>> = { returned: 'поправить', done: 'готово', next: 'сейчас', todo: '' }
const tones = { returned: 'warn', done: 'good', next: 'plain', todo: 'plain' } as const

export default function Screen({ detail, needed }: RequestScreenProps) {
  const correcting = (detail.request.returned?.length ?? 0) > 0
  const known = new Map(detail.steps.map((kept) => [kept.number, kept]))
  const isDone = (number: number) => known.get(number)?.accepted ?? false
  const firstMissing = needed.find(({ number }) => !isDone(number))

  function stateOf(number: number): TaskState {
    if (known.get(number)?.returned && !isDone(number)) return 'returned'
    if (isDone(number)) return 'done'
    return firstMissing?.number === number ? 'next' : 'todo'
  }

  const tasks = needed.map((step) => ({
    step,
    state: stateOf(step.number),
    returned: known.get(step.number)?.returned,
  }))
  const returned = tasks.filter((task) => task.returned)
  const stages = [...new Set(needed.map((step) => step.stage ?? 'request'))]
  const minutes = Math.max(1, Math.ceil(detail.minutesLeft))
  // sent back, what was accepted is closed: all but what was returned, and what no longer passes
  const isOpen = (state: TaskState, back: boolean | undefined) =>
    correcting ? back || state !== 'done' : state !== 'todo'

  const row = ({ step, state, returned: back }: (typeof tasks)[number]) => (
    <ListRow
      key={step.number}
      icon={state === 'done' ? 'check' : state === 'returned' ? 'edit' : 'document'}
      title={step.title}
      sub={
        known
          .get(step.number)
          ?.remarks.map((remark) => remark.reason)
          .join('; ') || undefined
      }
      tone={state === 'returned' ? 'warn' : state === 'done' ? 'done' : 'plain'}
      end={words[state] && <Tag tone={tones[state]}>{words[state]}</Tag>}
      href={isOpen(state, back) ? `/step${step.number}` : undefined}
    />
  )

  return (
    <Page
      title="Ваша заявка"
      back="/step3"
      dock={
        <ButtonLink href={`/step${firstMissing?.number ?? checkPage}`}>
          {firstMissing ? 'Продолжить' : 'Проверить и отправить'}
        </ButtonLink>
      }
    >
      <Soft>
        {firstMissing
          ? `Осталось около ${formatCount(minutes, 'минуты', 'минут', 'минут')}. Всё введённое сохраняется само.`
          : 'Всё заполнено. Проверьте ответы и подпишите заявку.'}
      </Soft>
      {returned.length > 0 && (
        <Card title="Нужно поправить">
          <Rows>{returned.map(row)}</Rows>
        </Card>
      )}
      {stages.map((stage: Stage) => {
        const own = tasks.filter((task) => (task.step.stage ?? 'request') === stage && !task.returned)
        return own.length > 0 ? (
          <Card key={stage} title={stageTitles[stage]}>
            <Rows>{own.map(row)}</Rows>
          </Card>
        ) : null
      })}
      <Withdraw request={detail.request} />
    </Page>
  )
}

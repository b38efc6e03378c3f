import type { CallAnswer } from '#contract/call.ts'
import { officeMessages } from '#contract/calls/office/messages.ts'
import type { Column } from '#ui/show/Table.tsx'
import { Tag } from '#ui/show/Tag.tsx'
import { ListScreen } from '../frame/ListScreen.tsx'
import { useMoments } from '../moments.ts'
import { usePages } from '../useRead.ts'

type Message = CallAnswer<typeof officeMessages>['items'][number]

const states = {
  waiting: { text: 'ждёт', tone: 'plain' },
  sent: { text: 'отправлено', tone: 'plain' },
  delivered: { text: 'доставлено', tone: 'good' },
  failed: { text: 'не ушло', tone: 'bad' },
} as const

/** SMS and e-mail with what became of them; in the demo the codes are read here */
export function Messages() {
  const moment = useMoments()
  const list = usePages<typeof officeMessages, Message>(
    officeMessages,
    (after) => ({ query: after ? { after } : {} }),
    10_000,
  )
  const columns: readonly Column<Message>[] = [
    { key: 'at', title: 'Когда', cell: ({ at }) => moment(at) },
    { key: 'channel', title: 'Чем', cell: ({ channel }) => (channel === 'sms' ? 'СМС' : 'Почта') },
    { key: 'to', title: 'Кому', head: true, cell: ({ to }) => to },
    { key: 'text', title: 'Текст', cell: ({ text }) => text },
    {
      key: 'state',
      title: 'Состояние',
      cell: ({ state, reason }) => (
        <>
          <Tag tone={states[state].tone}>{states[state].text}</Tag> {reason}
        </>
      ),
    },
    { key: 'provider', title: 'Через', cell: ({ provider }) => provider },
  ]
  return (
    <ListScreen
      title="Сообщения"
      list={list}
      columns={columns}
      rowKey={({ id }) => id}
      empty={{ icon: 'message', title: 'Сообщений пока нет', text: 'Здесь появятся СМС и письма клиентам.' }}
    />
  )
}

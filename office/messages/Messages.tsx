import { useState } from 'react'
import type { CallAnswer } from '#contract/call.ts'
import { channels, messageStates, officeMessages } from '#contract/calls/office/messages.ts'
import type { Column } from '#ui/show/Table.tsx'
import { Tag } from '#ui/show/Tag.tsx'
import { Filter } from '../frame/Filter.tsx'
import { ListScreen } from '../frame/ListScreen.tsx'
import { useMoments } from '../moments.ts'
import { usePages } from '../useRead.ts'
import s from './Messages.module.css'

type Message = CallAnswer<typeof officeMessages>['items'][number]

const states = {
  waiting: { text: 'ждёт', tone: 'plain' },
  sent: { text: 'отправлено', tone: 'plain' },
  delivered: { text: 'доставлено', tone: 'good' },
  failed: { text: 'не ушло', tone: 'bad' },
} as const

type State = (typeof messageStates)[number]
type Channel = (typeof channels)[number]

const channelWords = { sms: 'СМС', email: 'Почта' } as const
const channelOptions = channels.map((value) => ({ value, label: channelWords[value] }))
const stateOptions = messageStates.map((value) => ({ value, label: states[value].text }))

/** SMS and e-mail with what became of them; in the demo the codes are read here */
export function Messages() {
  const moment = useMoments()
  const [state, setState] = useState<State | ''>('')
  const [channel, setChannel] = useState<Channel | ''>('')
  const list = usePages<typeof officeMessages, Message>(
    officeMessages,
    (after) => ({ query: { ...(after && { after }), ...(state && { state }), ...(channel && { channel }) } }),
    10_000,
  )
  const columns: readonly Column<Message>[] = [
    { key: 'at', title: 'Когда', cell: ({ at }) => moment(at) },
    { key: 'channel', title: 'Чем', cell: ({ channel }) => channelWords[channel] },
    { key: 'to', title: 'Кому', head: true, cell: ({ to }) => to },
    { key: 'text', title: 'Текст', cell: ({ text }) => <span className={s.text}>{text}</span> },
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
      empty={
        state || channel
          ? { icon: 'search', title: 'Таких сообщений нет', text: 'Уберите отбор, чтобы увидеть все.' }
          : { icon: 'message', title: 'Сообщений пока нет', text: 'Здесь появятся СМС и письма клиентам.' }
      }
      actions={
        <>
          <Filter label="Чем" value={channel} onChange={setChannel} options={channelOptions} />
          <Filter label="Состояние" value={state} onChange={setState} options={stateOptions} />
        </>
      }
    />
  )
}

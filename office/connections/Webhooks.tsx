import { type FormEvent, useId, useState } from 'react'
import type { CallAnswer } from '#contract/call.ts'
import {
  officeAddWebhook,
  officeSwitchWebhook,
  officeTestWebhook,
  officeWebhooks,
} from '#contract/calls/office/webhooks.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Problem } from '#ui/feedback/Notice.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { type Column, Table } from '#ui/show/Table.tsx'
import { Tag } from '#ui/show/Tag.tsx'
import { makeCall } from '../calls.ts'
import { Sheet } from '../frame/ListScreen.tsx'
import { Trouble } from '../frame/Trouble.tsx'
import { useMoments } from '../moments.ts'
import { useAct } from '../useAct.ts'
import { useRead } from '../useRead.ts'
import s from './Connections.module.css'
import { Deliveries, faultWords } from './Deliveries.tsx'
import { SecretOnce, type Shown } from './SecretOnce.tsx'

type Webhook = CallAnswer<typeof officeWebhooks>['items'][number]

/** Where events are pushed, and how it goes */
export function Webhooks() {
  const moment = useMoments()
  const { data, error, mutate } = useRead(officeWebhooks, {}, { every: 15_000 })
  const [adding, setAdding] = useState(false)
  const [shown, setShown] = useState<Shown | null>(null)
  const [log, setLog] = useState<Webhook | null>(null)
  const { isBusy, act } = useAct({ after: mutate })

  const turn = ({ id }: Webhook, state: 'active' | 'stopped' | 'ended', said: string) =>
    act(async () => {
      await makeCall(officeSwitchWebhook, { params: { id }, body: { state } })
      return said
    }, id)
  const test = ({ id, name }: Webhook) =>
    act(async () => {
      const tried = await makeCall(officeTestWebhook, { params: { id } })
      return tried.delivered ? `${name}: принято, ответ ${tried.status}` : `${name}: ${faultWords(tried)}`
    }, id)

  const columns: readonly Column<Webhook>[] = [
    { key: 'name', title: 'Вебхук', head: true, cell: ({ name }) => name },
    { key: 'url', title: 'Адрес', cell: ({ url }) => <span className={s.scopes}>{url}</span> },
    {
      key: 'state',
      title: 'Состояние',
      cell: ({ state, resumesAt }) =>
        state === 'stopped' ? (
          <Tag tone="bad">остановлен</Tag>
        ) : resumesAt ? (
          <Tag tone="warn">не отвечает, следующая попытка {moment(resumesAt)}</Tag>
        ) : (
          <Tag tone="good">работает</Tag>
        ),
    },
    { key: 'waiting', title: 'Ждут', end: true, cell: ({ waiting }) => waiting },
    { key: 'parked', title: 'Не принято', end: true, cell: ({ parked }) => parked, bad: ({ parked }) => parked > 0 },
    {
      key: 'last',
      title: 'Последнее',
      cell: ({ lastDelivered }) => (lastDelivered ? moment(lastDelivered) : 'не было'),
    },
    {
      key: 'act',
      title: 'Действия',
      cell: (webhook) => (
        <span className={s.actions}>
          <Button small kind="soft" onClick={() => setLog(webhook)}>
            Что послано
          </Button>
          <Button small kind="soft" busy={isBusy(webhook.id)} onClick={() => void test(webhook)}>
            Послать проверку
          </Button>
          {webhook.state === 'active' ? (
            <Button
              small
              kind="quiet"
              busy={isBusy(webhook.id)}
              onClick={() => void turn(webhook, 'stopped', `${webhook.name}: остановлен`)}
            >
              Остановить
            </Button>
          ) : (
            <>
              <Button
                small
                kind="soft"
                busy={isBusy(webhook.id)}
                onClick={() => void turn(webhook, 'active', `${webhook.name}: продолжает`)}
              >
                Продолжить
              </Button>
              <Button
                small
                kind="quiet"
                busy={isBusy(webhook.id)}
                onClick={() => void turn(webhook, 'ended', `${webhook.name}: убран`)}
              >
                Убрать
              </Button>
            </>
          )}
        </span>
      ),
    },
  ]

  return (
    <section className={s.part}>
      <div className={s.head}>
        <h2>Вебхуки</h2>
        <Button small icon="plus" onClick={() => setAdding(true)}>
          Добавить вебхук
        </Button>
      </div>
      {error && <Trouble error={error} onAgain={() => void mutate()} />}
      {data && (
        <Sheet>
          <Table
            caption="Вебхуки"
            columns={columns}
            rows={data.items}
            rowKey={({ id }) => id}
            empty={
              <Empty icon="message" title="Вебхуков пока нет">
                События можно и читать лентой: тогда адрес не нужен.
              </Empty>
            }
          />
        </Sheet>
      )}
      <AddWebhook
        open={adding}
        onClose={() => setAdding(false)}
        onAdded={(added) => {
          setAdding(false)
          setShown({ ...added, client: false, pending: false })
          void mutate()
        }}
      />
      <Dialog
        open={shown !== null}
        // a secret that is shown once is not closed by a slip of the hand
        onClose={() => undefined}
        title="Секрет вебхука"
        actions={<Button onClick={() => setShown(null)}>Передал, закрыть</Button>}
      >
        {shown && <SecretOnce {...shown} />}
      </Dialog>
      {log && (
        <section className={s.part} aria-label={`Что послано: ${log.name}`}>
          <div className={s.head}>
            <h2>Что послано: {log.name}</h2>
            <Button small kind="quiet" onClick={() => setLog(null)}>
              Закрыть
            </Button>
          </div>
          <Deliveries id={log.id} />
        </section>
      )}
    </section>
  )
}

type AddProps = {
  open: boolean
  onClose(): void
  onAdded(added: { readonly id: string; readonly secret: string }): void
}

function AddWebhook({ open, onClose, onAdded }: AddProps) {
  const form = useId()
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const { busy, act, field, problem } = useAct({ inForm: true })
  const send = (event: FormEvent) => {
    event.preventDefault()
    void act(async (keyFor) => {
      const body = { name: name.trim(), url: url.trim(), types: [] }
      onAdded(await makeCall(officeAddWebhook, { body }, { key: keyFor(body) }))
      setName('')
      setUrl('')
      return undefined
    })
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Новый вебхук"
      actions={
        <>
          <Button type="submit" form={form} busy={busy}>
            Добавить
          </Button>
          <Button kind="quiet" onClick={onClose}>
            Не добавлять
          </Button>
        </>
      }
    >
      <form id={form} className={s.form} onSubmit={send} noValidate>
        <TextField label="Название" {...field('name')} value={name} onChange={setName} />
        <TextField
          label="Адрес"
          hint="https://… Получит все события с этой минуты"
          inputMode="url"
          {...field('url')}
          value={url}
          onChange={setUrl}
        />
        <Problem>{problem}</Problem>
      </form>
    </Dialog>
  )
}

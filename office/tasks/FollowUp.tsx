import { useState } from 'react'
import { officeTasks, tellClient, tellTemplates } from '#contract/calls/office/tasks.ts'
import { type OfficeNotice, officeNotices } from '#contract/notices/office.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Select } from '#ui/fields/Select.tsx'
import { makeCall } from '../calls.ts'
import { useAct } from '../loans/useAct.ts'
import { useRead } from '../useRead.ts'
import { AddTask } from './AddTask.tsx'
import s from './Tasks.module.css'

const templates = (Object.entries(officeNotices) as [OfficeNotice, (typeof officeNotices)[OfficeNotice]][]).map(
  ([value, { title }]) => ({ value, label: title }),
)

/** For later, about one request: a call to make, or a template told to the client */
export function FollowUp({ requestId }: { readonly requestId: string }) {
  const [asked, setAsked] = useState<'task' | 'message' | null>(null)
  return (
    <>
      <Button small kind="soft" icon="phone" wide={false} onClick={() => setAsked('task')}>
        Перезвонить позже
      </Button>
      <Button small kind="soft" icon="message" wide={false} onClick={() => setAsked('message')}>
        Написать клиенту
      </Button>
      {asked === 'task' && <CallLater requestId={requestId} onClose={() => setAsked(null)} />}
      {asked === 'message' && <Tell requestId={requestId} onClose={() => setAsked(null)} />}
    </>
  )
}

type Props = { readonly requestId: string; onClose(): void }

function CallLater({ requestId, onClose }: Props) {
  const { data } = useRead(officeTasks, { query: {} })
  return <AddTask open requestId={requestId} people={data?.people ?? []} onClose={onClose} onAdded={onClose} />
}

function Tell({ requestId, onClose }: Props) {
  const [template, setTemplate] = useState<OfficeNotice>('staffCouldNotReach')
  const { data } = useRead(tellTemplates, {})
  const words = data?.templates.find((one) => one.template === template)?.words
  const [busy, act] = useAct()
  const tell = () =>
    void act(async () => {
      await makeCall(tellClient, { params: { id: requestId }, body: { template } })
      onClose()
      return 'Сообщение уйдёт в дневные часы клиента'
    })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Написать клиенту"
      actions={
        <>
          <Button busy={busy} onClick={tell}>
            Послать СМС
          </Button>
          <Button kind="quiet" onClick={onClose}>
            Не посылать
          </Button>
        </>
      }
    >
      <div className={s.form}>
        <Select<OfficeNotice>
          label="Шаблон"
          id="tell-template"
          name="template"
          value={template}
          onChange={setTemplate}
          options={templates}
        />
        <blockquote className={s.words}>{words ?? '…'}</blockquote>
        <p>Своими словами СМС не пишем: в них не должно быть ничьих данных. Не больше трёх за день одному клиенту.</p>
      </div>
    </Dialog>
  )
}

import { useState } from 'react'
import { officeTasks, tellClient, tellTemplates } from '#contract/calls/office/tasks.ts'
import { type OfficeNotice, officeNotices } from '#contract/notices/office.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Select } from '#ui/fields/Select.tsx'
import { makeCall } from '../calls.ts'
import { useAct } from '../useAct.ts'
import { useRead } from '../useRead.ts'
import { AddTask, type TaskAbout } from './AddTask.tsx'
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
      {asked === 'task' && <Later about={{ requestId }} onClose={() => setAsked(null)} />}
      {asked === 'message' && <Tell requestId={requestId} onClose={() => setAsked(null)} />}
    </>
  )
}

/** A call to make later about a debt: on its day it is begun, and counted, on the page of the loan */
export function CallLater({ loanId }: { readonly loanId: string }) {
  const [asked, setAsked] = useState(false)
  return (
    <>
      <Button small kind="soft" icon="phone" wide={false} onClick={() => setAsked(true)}>
        Перезвонить позже
      </Button>
      {asked && <Later about={{ loanId }} onClose={() => setAsked(false)} />}
    </>
  )
}

function Later({ about, onClose }: { readonly about: TaskAbout; onClose(): void }) {
  const { data } = useRead(officeTasks, { query: {} })
  return <AddTask open about={about} people={data?.people ?? []} onClose={onClose} onAdded={onClose} />
}

function Tell({ requestId, onClose }: { readonly requestId: string; onClose(): void }) {
  const [template, setTemplate] = useState<OfficeNotice>('staffCouldNotReach')
  const { data } = useRead(tellTemplates, {})
  const words = data?.templates.find((one) => one.template === template)?.words
  const { busy, act } = useAct()
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

import { useRef, useState } from 'react'
import { type CameraTrouble, cameraTroubles } from '#contract/cameraTroubles.ts'
import { defineStep } from '#contract/step.ts'
import { Button } from '../actions/Button.tsx'
import { FileChoice } from '../capture/FileChoice.tsx'
import { MatchNumber } from '../capture/MatchNumber.tsx'
import { PhotoField } from '../capture/PhotoField.tsx'
import { ReturnedPhoto } from '../capture/ReturnedPhoto.tsx'
import { SendingMark } from '../capture/SendingMark.tsx'
import type { SendingState } from '../capture/sending.ts'
import { TroubleCard } from '../capture/TroubleCard.tsx'
import type { EvidenceRequest } from '../capture/useEvidence.ts'
import { Shutter, Viewfinder } from '../capture/Viewfinder.tsx'
import { LoadFailed } from '../feedback/LoadFailed.tsx'
import { Placeholder } from '../feedback/Placeholder.tsx'
import { useForm } from '../form/useForm.ts'
import { Card } from '../frame/Card.tsx'
import { Page } from '../frame/Page.tsx'
import { IdentityNotice } from '../request/IdentityNotice.tsx'
import { PassportNotice } from '../request/PassportNotice.tsx'
import s from './gallery.module.css'

const states: readonly SendingState[] = [
  { is: 'sending', share: 0.4 },
  { is: 'waiting', share: 0.4 },
  { is: 'checking' },
  { is: 'stored' },
  { is: 'refused', code: 'blurred', message: 'Снимок смазан: держите телефон двумя руками.' },
]

const file = <FileChoice key="file" label="Выбрать файл" accept="image/*" onFile={() => undefined} />

/** A form that asks for a photo, in a request that does not exist. */
const pets = defineStep({
  number: 99,
  title: 'Питомцы',
  mode: 'verification',
  media: { answer: 'photo', kind: 'photo', subject: 'document', life: 'photosStayGood' },
})
const request: EvidenceRequest = {
  requestId: 'sample',
  detail: { steps: [] } as unknown as EvidenceRequest['detail'],
  needed: [],
  goOn: async () => undefined,
}

const unanswered = { raw: {}, validate: () => ({ ok: true, answers: {} }) as const }

/** A grey picture in place of a camera's. */
function stand(): MediaStream {
  const canvas = document.createElement('canvas')
  const ink = canvas.getContext('2d')
  if (ink) ink.fillRect(0, 0, canvas.width, canvas.height)
  return canvas.captureStream(5)
}

type Looking = { readonly good: boolean; readonly frame: 'page' | 'face' }

function Looking({ good, frame, onBack }: Looking & { onBack(): void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [stream] = useState(stand)
  return (
    <Viewfinder
      title={frame === 'page' ? 'Разворот паспорта' : 'Вы с паспортом'}
      stream={stream}
      mirrored={frame === 'face'}
      video={video}
      advice={good ? 'Хорошо, снимайте' : 'Темно: подойдите к свету'}
      good={good}
      frame={frame}
      middle={<Shutter ready={good} label="Снять" onTake={onBack} />}
      left={<FileChoice beside label="Файл" accept="image/*" onFile={() => undefined} />}
      onBack={onBack}
    />
  )
}

const proofs = {
  requestId: 'r',
  step: 10,
  offered: [],
  from: undefined,
  differs: false,
  demanded: false,
  take: () => {},
}

export function CaptureSheet() {
  const [looking, setLooking] = useState<Looking | null>(null)
  const [waiting, setWaiting] = useState(false)
  const [failed, setFailed] = useState(false)
  const form = useForm(unanswered)
  if (looking) return <Looking {...looking} onBack={() => setLooking(null)} />
  if (waiting) return <Placeholder onBack={() => setWaiting(false)} />
  if (failed)
    return (
      <LoadFailed title="Мой заём" why="Сервер не ответил. Проверьте связь." again={async () => setFailed(false)} />
    )
  return (
    <Page title="Съёмка">
      <div className={s.line}>
        <Button small kind="soft" onClick={() => setLooking({ good: false, frame: 'page' })}>
          Кадр: темно
        </Button>
        <Button small kind="soft" onClick={() => setLooking({ good: true, frame: 'page' })}>
          Кадр: хорошо
        </Button>
        <Button small kind="soft" onClick={() => setLooking({ good: true, frame: 'face' })}>
          Лицо
        </Button>
        <Button small kind="soft" onClick={() => setWaiting(true)}>
          Ожидание
        </Button>
        <Button small kind="soft" onClick={() => setFailed(true)}>
          Не открылось
        </Button>
      </div>
      <PhotoField step={pets} label="Фото питомца" form={form} request={request} />
      {states.map((state) => (
        <SendingMark key={state.is} state={state} onDevice={state.is !== 'waiting'} />
      ))}
      <ReturnedPhoto remark={{ reason: 'Не прочитать', comment: 'Блик на фамилии: снимите у окна, без вспышки.' }} />
      <IdentityNotice {...proofs} offered={[{ name: 'sandbox', through: 'Госуслуги', signIn: true, fill: true }]} />
      <IdentityNotice {...proofs} from="Госуслуги, 22 ноября" />
      <IdentityNotice {...proofs} from="Госуслуги, 22 ноября" differs />
      <PassportNotice offered state="none" />
      {(['reading', 'read', 'unread'] as const).map((state) => (
        <PassportNotice key={state} offered={false} state={state} />
      ))}
      <MatchNumber number="47" />
      {(Object.keys(cameraTroubles) as CameraTrouble[]).map((trouble) => (
        <Card key={trouble}>
          <TroubleCard trouble={trouble} file={file} phone={null} />
        </Card>
      ))}
    </Page>
  )
}

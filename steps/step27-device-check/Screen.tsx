import { useState } from 'react'
import { acceptStep } from '#contract/calls/requests.ts'
import { Button } from '#ui/actions/Button.tsx'
import { camera } from '#ui/capture/camera.ts'
import { checkDevice, type DeviceReport, type Verdict } from '#ui/capture/deviceCheck.ts'
import { PhoneWay } from '#ui/capture/PhoneWay.tsx'
import { TroubleCard } from '#ui/capture/TroubleCard.tsx'
import { useCamera } from '#ui/capture/useCamera.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Page } from '#ui/frame/Page.tsx'
import { Soft, Stack } from '#ui/frame/Stack.tsx'
import { AcceptedPrice } from '#ui/request/AcceptedPrice.tsx'
import { Help } from '#ui/request/Help.tsx'
import { wayAround } from '#ui/request/wayAround.ts'
import { type RequestScreenProps, useServices } from '#ui/services.ts'
import { Lines } from '#ui/show/Facts.tsx'
import { useAct } from '#ui/useAct.ts'
import { formatSpeed, step } from './step.ts'

export const whole = true

const words: Readonly<Record<Verdict, string>> = { good: 'Работает', bad: 'Не работает', unknown: 'Не проверено' }
const nothing: DeviceReport = { camera: 'unknown', microphone: 'unknown', recording: 'unknown' }

const failing = ({ camera, microphone, recording }: DeviceReport) =>
  [camera, microphone, recording].some((verdict) => verdict !== 'good')

export default function Screen(props: RequestScreenProps) {
  const { requestId, detail, goOn } = props
  const { call, showError } = useServices()
  const state = useCamera()
  const [report, setReport] = useState<DeviceReport | null>(null)
  const { busy, act } = useAct(showError)

  const phone = !props.lent && <PhoneWay key="phone" request={props} />

  const check = () =>
    act(async () => {
      const found = await checkDevice(call)
      setReport(found)
      if (!found.trouble) camera.close()
    })
  const accept = () =>
    act(async () => {
      const revision = detail.steps.find(({ number }) => number === step.number)?.revision ?? 0
      const params = { id: requestId, step: String(step.number) }
      const { next } = await call(acceptStep, { params, body: { revision, raw: { ...(report ?? nothing) } } })
      await goOn(next)
    }, 'accept')

  return (
    <Page
      title={step.title}
      {...wayAround(step.number, props)}
      dock={
        <>
          <AcceptedPrice context={props.context} />
          {!report && (
            <Button icon="camera" busy={busy} onClick={() => void check()}>
              Проверить
            </Button>
          )}
          {report && failing(report) && (
            <Button kind="soft" icon="refresh" busy={busy} onClick={() => void check()}>
              Проверить ещё раз
            </Button>
          )}
          <Button kind={report ? 'primary' : 'soft'} busy={busy && report !== null} onClick={() => void accept()}>
            {report ? 'Далее' : 'Пропустить проверку'}
          </Button>
        </>
      }
    >
      <Stack>
        <Soft>
          Дальше понадобятся три снимка и короткое видео. Проверим, что камера, микрофон и связь готовы: займёт
          несколько секунд. Браузер спросит разрешение — выберите «Разрешить».
        </Soft>
        {report && (
          <Lines
            lines={[
              { label: 'Камера', value: words[report.camera] },
              { label: 'Микрофон', value: words[report.microphone] },
              { label: 'Запись видео', value: words[report.recording] },
              { label: 'Связь', value: report.speed === undefined ? words.unknown : formatSpeed(report.speed) },
            ]}
          />
        )}
        {report?.microphone === 'bad' && (
          <Notice tone="warn" title="Микрофон молчит">
            Проверьте, что он не выключен кнопкой. Фото можно сделать и так, звук нужен для видео.
          </Notice>
        )}
        {state.is === 'trouble' && (
          <TroubleCard
            trouble={state.trouble}
            phone={phone}
            file={<Soft key="file">Фото можно выбрать из файлов, видео — снять другой программой.</Soft>}
          />
        )}
        {state.is !== 'trouble' && phone}
      </Stack>
      {!props.lent && <Help />}
    </Page>
  )
}

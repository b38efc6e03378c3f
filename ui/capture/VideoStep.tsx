import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { StepDefinition } from '#contract/step.ts'
import { Button } from '../actions/Button.tsx'
import { Notice } from '../feedback/Notice.tsx'
import { Card } from '../frame/Card.tsx'
import { Page } from '../frame/Page.tsx'
import { Soft, Stack } from '../frame/Stack.tsx'
import { AcceptedPrice } from '../request/AcceptedPrice.tsx'
import { Help } from '../request/Help.tsx'
import { wayAround } from '../request/wayAround.ts'
import type { RequestScreenProps } from '../services.ts'
import { camera } from './camera.ts'
import { FileChoice } from './FileChoice.tsx'
import { PhoneWay } from './PhoneWay.tsx'
import { findRecorder, type Recording } from './recorder.ts'
import { SendingMark } from './SendingMark.tsx'
import { listen } from './sound.ts'
import { TroubleCard } from './TroubleCard.tsx'
import { useAddress } from './useAddress.ts'
import { useCamera } from './useCamera.ts'
import { useDigits, type VideoDigits } from './useDigits.ts'
import { useEvidence } from './useEvidence.ts'
import s from './VideoStep.module.css'
import { Viewfinder } from './Viewfinder.tsx'

type VideoStepProps = RequestScreenProps & { step: StepDefinition; children: ReactNode }

const shortestSeconds = 6
const longestSeconds = 15
const silentMs = 2000
const silence = 0.01

/** A step that asks for a short video with digits read aloud */
export function VideoStep({ step, children, ...request }: VideoStepProps) {
  const evidence = useEvidence(step, request)
  const { digits, ask } = useDigits(request.requestId)
  const state = useCamera()
  const [retaking, setRetaking] = useState(false)
  const [byFile, setByFile] = useState(false)
  const looking = evidence.kept !== null || (evidence.accepted !== null && !retaking)
  const shown =
    useAddress(evidence.kept?.blob ?? null) ??
    (evidence.accepted && !evidence.kept ? `/service/uploads/${evidence.accepted}/file` : null)
  const { back, note, aside } = wayAround(step.number, request)

  const start = () => camera.open({ facing: 'user', sound: true })

  async function keep(blob: Blob, source: 'camera' | 'file', given: VideoDigits | null): Promise<void> {
    camera.close()
    if (!given) return
    await evidence.take({ blob, answers: { source, digits: given.digits }, digitsId: given.id })
  }

  async function again(): Promise<void> {
    setRetaking(true)
    setByFile(false)
    await evidence.again()
  }

  async function chooseFile(): Promise<void> {
    if (await ask()) setByFile(true)
  }

  const otherWay = (
    <Button key="file" kind="soft" icon="video" onClick={() => void chooseFile()}>
      Снять другой программой
    </Button>
  )
  const phone = !request.lent && <PhoneWay key="phone" request={request} />
  // what this device holds is looked for: the page stands meanwhile
  if (!evidence.known)
    return (
      <Page title={step.title} back={back} note={note} aside={aside}>
        <Stack>{children}</Stack>
      </Page>
    )

  if (!looking && state.is === 'on')
    return (
      <Recorder
        title={step.title}
        stream={state.stream}
        mirrored={state.mirrored}
        digits={digits}
        ask={ask}
        onRecorded={(blob, given) => void keep(blob, 'camera', given)}
      />
    )

  if (looking)
    return (
      <Page
        title={step.title}
        back={back}
        note={note}
        aside={aside}
        dock={
          <>
            <AcceptedPrice context={request.context} />
            {evidence.state.is !== 'refused' && (
              <Button busy={evidence.accepting} onClick={() => void evidence.accept()}>
                Далее
              </Button>
            )}
            <Button kind="soft" icon="video" onClick={() => void again()}>
              Записать ещё раз
            </Button>
          </>
        }
      >
        <Stack>
          {shown && (
            <video className={s.replay} src={shown} controls playsInline preload="metadata">
              <track kind="captions" />
            </video>
          )}
          {evidence.kept ? (
            <>
              <Soft>Посмотрите: лицо видно, цифры {spaced(String(evidence.kept.answers.digits))} слышно?</Soft>
              <SendingMark state={evidence.state} onDevice={evidence.onDevice} />
            </>
          ) : (
            <p>Это видео уже у нас.</p>
          )}
        </Stack>
      </Page>
    )

  return (
    <Page
      title={step.title}
      back={back}
      note={note}
      aside={aside}
      dock={
        state.is !== 'trouble' &&
        !byFile && (
          <>
            <AcceptedPrice context={request.context} />
            <Button icon="video" busy={state.is === 'asking'} onClick={() => void start()}>
              Включить камеру
            </Button>
          </>
        )
      }
    >
      <Stack>
        {evidence.remarks.map((remark) => (
          <Notice key={remark.reason} tone="warn" title={remark.reason}>
            {remark.comment}
          </Notice>
        ))}
        {byFile && digits ? (
          <Card title="Прочитайте вслух эти цифры">
            <p className={s.digits}>{spaced(digits.digits)}</p>
            <Soft>
              Снимите себя камерой устройства, от 5 до 15 секунд, и выберите видео. Цифры действуют 5 минут, потом дадим
              новые.
            </Soft>
            <FileChoice
              label="Выбрать видео"
              accept="video/*"
              capture="user"
              onFile={(file) => void keep(file, 'file', digits)}
            />
            <Button kind="quiet" icon="refresh" onClick={() => void ask()}>
              Другие цифры
            </Button>
          </Card>
        ) : state.is === 'trouble' ? (
          <TroubleCard trouble={state.trouble} file={otherWay} phone={phone} />
        ) : (
          <>
            {children}
            {otherWay}
            {phone}
          </>
        )}
      </Stack>
      {!request.lent && <Help />}
    </Page>
  )
}

const spaced = (digits: string) => digits.replace(/(\d\d)(?=\d)/g, '$1 ')

type RecorderProps = {
  title: string
  stream: MediaStream
  mirrored: boolean
  digits: VideoDigits | null
  ask(): Promise<VideoDigits | null>
  onRecorded(blob: Blob, digits: VideoDigits): void
}

function Recorder({ title, stream, mirrored, digits, ask, onRecorded }: RecorderProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [make, setMake] = useState<(() => Recording) | null>(null)
  const [recording, setRecording] = useState<Recording | null>(null)
  const [seconds, setSeconds] = useState(0)
  const [level, setLevel] = useState(0)
  const [silent, setSilent] = useState(false)

  useEffect(() => {
    let here = true
    void findRecorder(stream).then((found) => {
      if (!here) return
      if (found) setMake(() => found)
      else camera.report('noRecorder')
    })
    let heard = Date.now()
    const stop = listen(stream, (loudness) => {
      if (loudness > silence) heard = Date.now()
      setLevel(loudness)
      setSilent(Date.now() - heard > silentMs)
    })
    return () => {
      here = false
      stop()
    }
  }, [stream])

  async function begin(): Promise<void> {
    if (!make || !(await ask())) return
    setSeconds(0)
    setRecording(make())
  }

  async function end(): Promise<void> {
    if (!recording) return
    setRecording(null)
    const blob = await recording.stop()
    if (!blob) camera.report('noRecorder')
    else if (digits) onRecorded(blob, digits)
  }

  const over = useRef(end)
  over.current = end
  useEffect(() => {
    if (!recording) return
    const started = Date.now()
    const timer = setInterval(() => {
      const passed = Math.floor((Date.now() - started) / 1000)
      setSeconds(passed)
      if (passed >= longestSeconds) void over.current()
    }, 200)
    return () => clearInterval(timer)
  }, [recording])

  const early = recording !== null && seconds < shortestSeconds
  const words = recording
    ? silent
      ? 'Вас не слышно: говорите громче'
      : 'Читайте цифры вслух, не спеша'
    : make
      ? 'Лицо в овал, свет спереди'
      : 'Проверяем запись'
  return (
    <Viewfinder
      title={title}
      stream={stream}
      mirrored={mirrored}
      video={video}
      advice={words}
      good={make !== null && !silent}
      frame="face"
      over={
        <>
          {recording && digits && <p className={s.over}>{spaced(digits.digits)}</p>}
          {recording && <span className={s.left}>{`${seconds} с`}</span>}
          <meter className={s.level} min={0} max={1} value={level} aria-label="Громкость" />
        </>
      }
      middle={
        <Button
          wide={false}
          kind={recording ? 'danger' : 'primary'}
          busy={!make || early}
          onClick={() => void (recording ? end() : begin())}
        >
          {recording ? 'Готово' : 'Записать'}
        </Button>
      }
      onBack={() => camera.close()}
    />
  )
}

import { type ReactNode, useRef, useState } from 'react'
import type { StepDefinition } from '#contract/step.ts'
import { Button } from '../actions/Button.tsx'
import { Notice } from '../feedback/Notice.tsx'
import { Page } from '../frame/Page.tsx'
import { Stack } from '../frame/Stack.tsx'
import { AcceptedPrice } from '../request/AcceptedPrice.tsx'
import { Help } from '../request/Help.tsx'
import { wayAround } from '../request/wayAround.ts'
import type { RequestScreenProps } from '../services.ts'
import { PhotoFrame } from '../show/PhotoFrame.tsx'
import { camera } from './camera.ts'
import { FileChoice } from './FileChoice.tsx'
import { adviceFor, adviceWords, type Measures } from './measure.ts'
import { PhoneWay } from './PhoneWay.tsx'
import { readFile, type Shot, takeFrom } from './picture.ts'
import { ReturnedPhoto } from './ReturnedPhoto.tsx'
import { SendingMark } from './SendingMark.tsx'
import { TroubleCard } from './TroubleCard.tsx'
import { useAddress } from './useAddress.ts'
import { useAdvice } from './useAdvice.ts'
import { useCamera } from './useCamera.ts'
import { useEvidence } from './useEvidence.ts'
import { Shutter, Viewfinder } from './Viewfinder.tsx'

type PhotoStepProps = RequestScreenProps & {
  step: StepDefinition
  /** What to show the camera, before it is switched on */
  children: ReactNode
}

const pictures = 'image/*,.heic,.heif'

const rounded = (measures: Measures | null) =>
  measures && {
    light: Math.round(measures.light),
    glare: Math.round(measures.glare * 1000) / 1000,
    sharpness: Math.round(measures.sharpness * 10) / 10,
  }

/** A step that asks for one photo: camera with advice or a file, a look at it, sending */
export function PhotoStep(props: PhotoStepProps) {
  const { step, children, context, ...request } = props
  const { subject = 'document' } = step.media ?? {}
  const facing = subject === 'person' ? 'user' : 'environment'
  const evidence = useEvidence(step, request)
  const state = useCamera()
  const video = useRef<HTMLVideoElement>(null)
  const [tries, setTries] = useState(0)
  const [retaking, setRetaking] = useState(false)
  const [taking, setTaking] = useState(false)
  const looking = evidence.kept !== null || (evidence.accepted !== null && !retaking)
  const stream = state.is === 'on' && !looking ? state.stream : null
  // a paper is taken by itself once it lies well; of a person nothing is taken without a tap
  const { advice } = useAdvice(video, stream, subject, subject === 'document' ? () => void shoot() : undefined)
  const shown =
    useAddress(evidence.kept?.blob ?? null) ?? (evidence.accepted && `/service/uploads/${evidence.accepted}/file`)

  async function keep({ blob, measures }: Shot, source: 'camera' | 'file'): Promise<void> {
    const problem = measures && adviceFor(measures, subject)
    if (problem) setTries((before) => before + 1)
    camera.close()
    await evidence.take({
      blob,
      answers: { source, ...rounded(measures), ...(problem && { problem }) },
    })
  }

  async function shoot(): Promise<void> {
    const element = video.current
    if (!element || taking || element.videoWidth === 0) return
    setTaking(true)
    try {
      await keep(await takeFrom(element), 'camera')
    } finally {
      setTaking(false)
    }
  }

  async function again(): Promise<void> {
    setRetaking(true)
    await evidence.again()
    await camera.open({ facing })
  }

  const { back, note, aside } = wayAround(step.number, request)
  const fileChoice = (beside: boolean) =>
    context.lender.flow.photoFromFile && (
      <FileChoice
        key="file"
        label="Выбрать файл"
        accept={pictures}
        beside={beside}
        onFile={(file) => void readFile(file).then((shot) => keep(shot, 'file'))}
      />
    )
  const files = fileChoice(false)
  const phone = !request.lent && <PhoneWay key="phone" request={{ ...request, context }} />
  // what this device holds is looked for: the page stands meanwhile
  if (!evidence.known)
    return (
      <Page title={step.title} back={back} note={note} aside={aside}>
        <Stack>{children}</Stack>
      </Page>
    )

  if (!looking && (state.is === 'on' || taking)) {
    const words =
      advice === 'unknown' || (state.is === 'on' && state.paused) ? 'Ждём камеру' : adviceOr(advice, subject)
    return (
      state.is === 'on' && (
        <Viewfinder
          title={step.title}
          stream={state.stream}
          mirrored={state.mirrored}
          video={video}
          advice={words}
          good={advice === null}
          frame={subject === 'document' ? 'page' : 'face'}
          left={fileChoice(true)}
          middle={<Shutter label="Снять" ready={advice === null} onTake={() => void shoot()} />}
          onBack={() => camera.close()}
        />
      )
    )
  }

  if (looking) {
    const problem = evidence.kept?.answers.problem as keyof typeof adviceWords | undefined
    // After a reload nobody is sent back to the camera for what was taken before.
    const bad = (problem !== undefined && tries === 1) || evidence.state.is === 'refused'
    return (
      <Page
        title={step.title}
        back={back}
        note={note}
        aside={aside}
        dock={
          <>
            <AcceptedPrice context={props.context} />
            {!bad && (
              <Button busy={evidence.accepting} onClick={() => void evidence.accept()}>
                {problem ? 'Отправить всё равно, далее' : 'Далее'}
              </Button>
            )}
            <Button kind={bad ? 'primary' : 'soft'} icon="camera" onClick={() => void again()}>
              Переснять
            </Button>
          </>
        }
      >
        <PhotoFrame src={shown ?? undefined} title={step.title} state={bad ? 'bad' : problem ? 'plain' : 'good'} />
        {problem && (
          <Notice tone="warn" title={adviceWords[problem]} live>
            {evidence.state.is === 'stored' && 'Снимок дошёл. '}
            {bad
              ? 'Проверьте: если буквы не читаются, заявку вернут. Снимите ещё раз.'
              : 'Можно отправить и так: сотрудник посмотрит.'}
          </Notice>
        )}
        {problem && evidence.state.is === 'stored' ? null : evidence.kept ? (
          <SendingMark state={evidence.state} onDevice={evidence.onDevice} />
        ) : (
          <p>Этот снимок уже у нас.</p>
        )}
        {bad && files}
      </Page>
    )
  }

  return (
    <Page
      title={step.title}
      back={back}
      note={note}
      aside={aside}
      dock={
        state.is !== 'trouble' && (
          <>
            <AcceptedPrice context={props.context} />
            <Button icon="camera" busy={state.is === 'asking'} onClick={() => void camera.open({ facing })}>
              Включить камеру
            </Button>
          </>
        )
      }
    >
      <Stack>
        {evidence.remarks.map((remark) => (
          <ReturnedPhoto key={remark.reason} remark={remark} />
        ))}
        {state.is === 'trouble' ? (
          <TroubleCard trouble={state.trouble} file={files} phone={phone} />
        ) : (
          <>
            {children}
            {files}
            {phone}
          </>
        )}
      </Stack>
      {!request.lent && <Help />}
    </Page>
  )
}

function adviceOr(advice: keyof typeof adviceWords | null, subject: 'document' | 'person'): string {
  if (advice) return adviceWords[advice]
  return subject === 'document' ? 'Хорошо, не двигайтесь: снимем сами' : 'Хорошо, смотрите в камеру'
}

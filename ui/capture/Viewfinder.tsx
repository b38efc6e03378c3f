import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../icons.tsx'
import { Unseen } from '../Unseen.tsx'
import { useVariable } from '../variables.ts'
import { camera, cameras } from './camera.ts'
import s from './Viewfinder.module.css'

type ViewfinderProps = {
  title: string
  stream: MediaStream
  mirrored: boolean
  video: RefObject<HTMLVideoElement | null>
  /** What to do now; green when there is nothing to do */
  advice: string
  good: boolean
  frame: 'page' | 'face'
  /** Over the picture: digits */
  over?: ReactNode
  left?: ReactNode
  middle: ReactNode
  onBack(): void
}

const pictureMs = 5000

/** The dark screen of the camera: advice above, the frame, the shutter below */
export function Viewfinder(props: ViewfinderProps) {
  const { title, stream, mirrored, video, advice, good, frame, over, left, middle, onBack } = props
  const [many, setMany] = useState(false)
  const [sides, setSides] = useState('')
  const around = useRef<HTMLDivElement>(null)
  useVariable(around, '--sides', sides)

  useEffect(() => {
    const element = video.current
    if (!element) return
    element.srcObject = stream
    let playing = false
    const seen = () => {
      playing = true
    }
    // a telephone turned over turns its picture
    const measure = () => setSides(element.videoWidth > 0 ? `${element.videoWidth} / ${element.videoHeight}` : '')
    element.addEventListener('playing', seen)
    element.addEventListener('resize', measure)
    void element.play().catch(() => undefined)
    const timer = setTimeout(() => {
      if (!playing) camera.report('noPicture')
    }, pictureMs)
    void cameras().then((all) => setMany(all.length > 1))
    return () => {
      clearTimeout(timer)
      element.removeEventListener('playing', seen)
      element.removeEventListener('resize', measure)
      element.srcObject = null
    }
  }, [stream, video])

  return (
    <main className={s.room}>
      <header className={s.bar}>
        <button type="button" className={s.round} aria-label="Назад" onClick={onBack}>
          <Icon name="back" size={22} />
        </button>
        <h1 className={s.title}>{title}</h1>
      </header>
      <p className={classes(s.advice, good && s.good)} role="status">
        {advice}
      </p>
      <div ref={around} className={classes(s.frame, sides && s.sized, good && s.framed, frame === 'face' && s.face)}>
        <video ref={video} className={classes(s.video, mirrored && s.mirrored)} playsInline muted autoPlay>
          <track kind="captions" />
        </video>
        <span className={s.guide} aria-hidden="true" />
        {over}
      </div>
      <footer className={s.foot}>
        <span>{left}</span>
        {middle}
        <span>
          {many && (
            <button type="button" className={s.side} onClick={() => void camera.other()}>
              <Icon name="repeat" size={22} />
              <span>Другая камера</span>
            </button>
          )}
        </span>
      </footer>
      <Unseen>Изображение с камеры</Unseen>
    </main>
  )
}

/** The round button that takes the photo; the ring fills while the picture is good */
export function Shutter({ onTake, ready, label }: { onTake(): void; ready: boolean; label: string }) {
  return <button type="button" className={classes(s.shutter, ready && s.ready)} aria-label={label} onClick={onTake} />
}

import { useRef, useState } from 'react'
import { Button, ButtonLink } from '#ui/actions/Button.tsx'
import { Kbd } from '#ui/show/Tag.tsx'
import { useKeys } from '../keys/useKeys.ts'
import type { Shot } from './shots.ts'
import s from './Viewer.module.css'

/** Did not come, cannot be played here, or sounds without a picture */
type Trouble = 'cut' | 'dead' | 'blind'

const words: Readonly<Record<Trouble, string>> = {
  cut: 'Видео не загрузилось: связь прервалась.',
  dead: 'Видео не проигрывается: файл повреждён, или этот браузер не знает его формата.',
  blind: 'В этом видео слышен звук, а изображения этот браузер показать не может.',
}

/** The borrower's video; one that cannot be played says so, and what can be done */
export function Video({ shot }: { readonly shot: Shot }) {
  const video = useRef<HTMLVideoElement>(null)
  const [trouble, setTrouble] = useState<Trouble>()
  const [tries, setTries] = useState(0)
  useKeys({ p: () => void playOrPause(video.current) })
  return (
    <div className={s.video}>
      {trouble !== 'dead' && trouble !== 'cut' && (
        // biome-ignore lint/a11y/useMediaCaption: the borrower's own words, there is no text of them
        <video
          key={tries}
          ref={video}
          src={shot.address}
          aria-label={shot.title}
          controls
          preload="metadata"
          onLoadedMetadata={({ currentTarget }) => setTrouble(currentTarget.videoWidth === 0 ? 'blind' : undefined)}
          onError={({ currentTarget: { error } }) =>
            setTrouble(error?.code === MediaError.MEDIA_ERR_NETWORK || !navigator.onLine ? 'cut' : 'dead')
          }
        />
      )}
      {trouble && (
        <div className={s.broken} role="alert">
          <p>{words[trouble]}</p>
          {trouble === 'cut' ? (
            <Button
              small
              wide={false}
              onClick={() => {
                setTrouble(undefined)
                setTries(tries + 1)
              }}
            >
              Загрузить ещё раз
            </Button>
          ) : (
            <>
              <ButtonLink small kind="soft" icon="download" href={shot.address} download>
                Скачать видео
              </ButtonLink>
              <p>
                Откройте его другой программой. Если и там не открылось, отметьте <Kbd>0</Kbd> «Другое» и напишите об
                этом: клиент запишет видео заново.
              </p>
            </>
          )}
        </div>
      )}
    </div>
  )
}

/** What the browser refuses to play is told of by `onError` */
async function playOrPause(video: HTMLVideoElement | null): Promise<void> {
  if (video?.paused) await video.play().catch(() => undefined)
  else video?.pause()
}

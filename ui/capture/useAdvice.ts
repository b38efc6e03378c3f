import { type RefObject, useEffect, useRef, useState } from 'react'
import { camera, cameras } from './camera.ts'
import { type Advice, adviceFor, type Measures } from './measure.ts'
import { watchFrames } from './watcher.ts'

const blackMs = 1500
const colourless = 0.4
const cleanMs = 1000

type Watched = { readonly advice: Advice | null | 'unknown'; readonly measures: Measures | null }

/** Advice on what the camera sees; `onClean` after a whole second with nothing to say. */
export function useAdvice(
  video: RefObject<HTMLVideoElement | null>,
  stream: MediaStream | null,
  subject: 'document' | 'person',
  onClean?: () => void,
): Watched {
  const [watched, setWatched] = useState<Watched>({ advice: 'unknown', measures: null })
  const clean = useRef(onClean)
  clean.current = onClean

  useEffect(() => {
    const element = video.current
    if (!stream || !element) return
    const since: Partial<Record<'black' | 'grey' | 'clean', number>> = {}
    const lasting = (what: 'black' | 'grey' | 'clean', is: boolean, ms: number) => {
      if (!is) delete since[what]
      else since[what] ??= Date.now()
      return is && Date.now() - (since[what] ?? 0) >= ms
    }
    const stop = watchFrames(element, (measures) => {
      const advice = adviceFor(measures, subject)
      setWatched({ advice, measures })
      if (lasting('black', advice === 'black', blackMs)) return camera.report('black')
      // An infrared camera shows no colours: the next one.
      if (lasting('grey', advice !== 'black' && measures.colour < colourless, blackMs)) {
        delete since.grey
        void cameras().then((all) => (all.length > 1 ? camera.other() : undefined))
      }
      if (lasting('clean', advice === null, cleanMs)) {
        delete since.clean
        clean.current?.()
      }
    })
    return stop
  }, [video, stream, subject])
  return watched
}

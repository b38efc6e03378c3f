import { trustedScript } from '../shell/trustedScript.ts'
import workerAddress from './advice.worker.ts?worker&url'
import { type Frame, type Measures, measure } from './measure.ts'

const longSide = 540
const everyMs = 220

/** A worker of our own origin; null in a browser that cannot have one. */
function openWorker(): Worker | null {
  try {
    return new Worker(trustedScript(workerAddress))
  } catch {
    return null
  }
}

/** A reduced copy of what a source shows. */
export function frameOf(
  source: CanvasImageSource,
  width: number,
  height: number,
  canvas = document.createElement('canvas'),
): Frame | null {
  const share = Math.min(1, longSide / Math.max(width, height))
  canvas.width = Math.round(width * share)
  canvas.height = Math.round(height * share)
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (!pen || canvas.width === 0 || canvas.height === 0) return null
  pen.drawImage(source, 0, 0, canvas.width, canvas.height)
  return pen.getImageData(0, 0, canvas.width, canvas.height)
}

/** Measures what a video shows, several times a second, in a worker. Answers how to stop. */
export function watchFrames(video: HTMLVideoElement, tell: (measures: Measures) => void): () => void {
  const worker = openWorker()
  const canvas = document.createElement('canvas')
  let busy = false
  let before: Float32Array | null = null
  if (worker) {
    worker.onmessage = ({ data }: MessageEvent<Measures>) => {
      busy = false
      tell(data)
    }
  }
  const timer = setInterval(() => {
    if (busy || document.hidden || video.readyState < 2) return
    const frame = frameOf(video, video.videoWidth, video.videoHeight, canvas)
    if (!frame) return
    if (worker) {
      busy = true
      worker.postMessage({ width: frame.width, height: frame.height, data: frame.data }, [frame.data.buffer])
      return
    }
    const measured = measure(frame, before)
    before = measured.grey
    tell(measured.measures)
  }, everyMs)
  return () => {
    clearInterval(timer)
    worker?.terminate()
  }
}

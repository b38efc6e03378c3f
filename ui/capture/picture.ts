import { type Measures, measure } from './measure.ts'
import { frameOf } from './watcher.ts'

const longSide = 2160
const quality = 0.9

export interface Shot {
  readonly blob: Blob
  /** Null where this browser cannot open the file: the server will. */
  readonly measures: Measures | null
}

/** A JPEG of a source, at most 2160 px long; never mirrored. The canvas is emptied at once: memory on cheap phones is small. */
async function drawn(source: CanvasImageSource, width: number, height: number): Promise<Shot> {
  const share = Math.min(1, longSide / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * share)
  canvas.height = Math.round(height * share)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  pen.drawImage(source, 0, 0, canvas.width, canvas.height)
  const frame = frameOf(canvas, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  canvas.width = 0
  canvas.height = 0
  if (!blob) throw new Error('the canvas gave no picture')
  return { blob, measures: frame && measure(frame, null).measures }
}

export const takeFrom = (video: HTMLVideoElement): Promise<Shot> => drawn(video, video.videoWidth, video.videoHeight)

/** A picture from a file, reduced; a kind this browser cannot open (HEIC) goes as it is. */
export async function readFile(file: Blob): Promise<Shot> {
  const address = URL.createObjectURL(file)
  try {
    const image = new Image()
    await new Promise((resolve, reject) => {
      image.onload = resolve
      image.onerror = reject
      image.src = address
    })
    return await drawn(image, image.naturalWidth, image.naturalHeight)
  } catch {
    return { blob: file, measures: null }
  } finally {
    URL.revokeObjectURL(address)
  }
}

import type { StepDefinition } from '#contract/step.ts'
import { keepEvidence } from '#ui/capture/keptEvidence.ts'
import { newKey } from '#ui/shell/newKey.ts'
import { inventedDigits } from './answers.ts'

const width = 640
const height = 480

/** A sheet of paper that says what it stands for */
function drawn(title: string): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const pen = canvas.getContext('2d')
  if (!pen) return canvas
  pen.fillStyle = '#e3e0d6'
  pen.fillRect(0, 0, width, height)
  pen.fillStyle = '#55605a'
  pen.textAlign = 'center'
  pen.font = '600 40px system-ui, sans-serif'
  pen.fillText('Проба: не настоящее', width / 2, height / 2 - 16, width - 40)
  pen.font = '28px system-ui, sans-serif'
  pen.fillText(title, width / 2, height / 2 + 36, width - 40)
  return canvas
}

const nothing = (type: string) => new Blob([], { type })

const photo = (title: string) =>
  new Promise<Blob>((resolve) =>
    drawn(title).toBlob((blob) => resolve(blob ?? nothing('image/jpeg')), 'image/jpeg', 0.8),
  )

/** A second of the same sheet; nothing to be seen where a browser cannot record a canvas */
async function video(title: string): Promise<Blob> {
  try {
    const canvas = drawn(title)
    const recorder = new MediaRecorder(canvas.captureStream(10))
    const pieces: Blob[] = []
    recorder.ondataavailable = ({ data }) => pieces.push(data)
    const over = new Promise((resolve) => {
      recorder.onstop = resolve
    })
    recorder.start()
    // a canvas on which nothing happens gives no pictures
    const pen = canvas.getContext('2d')
    const timer = setInterval(() => pen?.fillRect(0, 0, 1, 1), 100)
    setTimeout(() => recorder.stop(), 1000)
    await over
    clearInterval(timer)
    return new Blob(pieces, { type: recorder.mimeType })
  } catch {
    return nothing('video/webm')
  }
}

/** As if they had been taken before on this device: each step of the camera finds its photo, and sends it as ever */
export async function keepInventedEvidence(requestId: string, steps: readonly StepDefinition[]): Promise<void> {
  const photos = steps.filter(({ media }) => media?.kind === 'photo')
  await Promise.all(
    photos.map(async ({ number: step, title }) =>
      keepEvidence({ id: newKey(), requestId, step, blob: await photo(title), answers: { source: 'file' } }),
    ),
  )
  for (const { number: step, title } of steps.filter(({ media }) => media?.kind === 'video'))
    void video(title).then((blob) =>
      keepEvidence({
        id: newKey(),
        requestId,
        step,
        blob,
        answers: { source: 'file', digits: inventedDigits },
        digitsId: 'trial',
      }),
    )
}

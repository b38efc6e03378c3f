import sharp from 'sharp'
import type { StepDefinition } from '#contract/step.ts'
import { flow } from '#steps/flow.ts'
import { openTus } from '../capture/tus.ts'
import type { Client } from './client.ts'

/** The page that lies before the camera. */
const lines = Array.from({ length: 14 }, (_, row) => {
  const text = `ВЫМЫСЛОВА АННА ПЕТРОВНА ${row} 45 10 235857 ОБРАЗЕЦ`
  return `<text x="90" y="${120 + row * 42}" font-size="28" font-family="sans-serif" fill="#3a1420">${text}</text>`
})

const words =
  'ВЫМЫСЛОВА АННА ПЕТРОВНА ОБРАЗЕЦ ГОР МОСКВА ВЫДАН ОТДЕЛЕНИЕМ КОД УЛ ПРИМЕРНАЯ ДОМ 45 10 235857 770001'.split(' ')

/**
 * A row of a page of a number: other words in other sizes for each page. In two columns: no line is as long as those of a passport's
 * machine-readable zone, which the server would look for in each.
 */
function row(page: number, at: number): string {
  let seed = page * 7919 + at * 104_729 + 1
  const next = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % most
  }
  return [70, 690]
    .map((left) => {
      const text = Array.from({ length: 2 + next(2) }, () => words[next(words.length)]).join(' '.repeat(1 + next(3)))
      return `<text x="${left + next(70)}" y="${118 + at * 42 + next(16)}" font-size="${18 + next(10)}"
    font-family="sans-serif" fill="#3a1420">${text}</text>`
    })
    .join('')
}

const rowsOf = (page: number): string =>
  `<g transform="rotate(${((page * 7) % 9) - 4} 640 360)">${Array.from({ length: 14 }, (_, at) => row(page, at)).join('')}</g>`

/** A page of an invented document, `width` by `height` of 1280 × 720. */
export const pageDrawing = (over = '', page = 0) => `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720">
  <rect width="1280" height="720" fill="#6b4f3a"/><rect x="50" y="50" width="1180" height="640" rx="12" fill="#d9b8b0"/>
  ${page === 0 ? lines.join('') : rowsOf(page)}${over}</svg>`

let drawn = 0

/** A page as a JPEG: another one each time, since one picture of a document at two persons is remarkable. */
export function pagePhoto(): Promise<Buffer> {
  drawn += 1
  return sharp(Buffer.from(pageDrawing('', drawn)))
    .jpeg({ quality: 92 })
    .toBuffer()
}

const size = (length: number) =>
  Buffer.from([0x10 | (length >> 24), length >> 16, length >> 8, length].map((n) => n & 255))
const element = (id: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content)
  return Buffer.concat([Buffer.from(id, 'hex'), size(body.length), body])
}
const number = (id: string, value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return element(id, bytes)
}

function block(at: number, key: boolean): Buffer {
  const bytes = Buffer.alloc(60)
  bytes[0] = 0x81
  bytes.writeInt16BE(at, 1)
  bytes[3] = key ? 0x80 : 0
  return element('a3', bytes)
}

/** A WebM of these clusters, without length or index. */
function webm(...clusters: Buffer[]): Buffer {
  const track = element('ae', number('d7', 1), number('73c5', 1), number('83', 1), element('86', Buffer.from('V_VP8')))
  const header = element('1a45dfa3', element('4282', Buffer.from('webm')), number('4287', 2), number('4285', 2))
  const info = element('1549a966', number('2ad7b1', 1_000_000))
  return Buffer.concat([header, element('18538067', info, element('1654ae6b', track), ...clusters)])
}

/** A WebM as a recorder leaves it, without length or index; its frames are empty. */
export const inventedVideo = (seconds: number): Buffer =>
  webm(
    ...Array.from({ length: seconds }, (_, second) => {
      const blocks = Array.from({ length: 10 }, (_, frame) => block(frame * 100, frame === 0))
      return element('1f43b675', number('e7', second * 1000), ...blocks)
    }),
  )

/** The same with blocks that have no bytes, the last of them at its end; `frames` of them do. */
export const emptyVideo = (seconds: number, frames = 0): Buffer =>
  webm(
    ...Array.from({ length: seconds + 1 }, (_, second) =>
      element(
        '1f43b675',
        number('e7', second * 1000),
        second < frames ? block(0, true) : element('a3', Buffer.of(0x81, 0, 0, 0x80)),
      ),
    ),
  )

/** Answers of the steps that take photos and video: the bytes are sent first. */
export async function evidenceAnswers(
  url: string,
  client: Client,
  request: string,
  step: number,
  photo?: Buffer,
): Promise<object> {
  const tus = openTus(url, client)
  const media = mediaOf.get(step)
  if (!media) throw new Error(`step ${step} asks for no file`)
  const kept = async (bytes: Buffer, digits?: string) => {
    const { id, status, body } = await tus.whole({ request, step, bytes, ...(digits && { digits }) })
    if (status !== 200) throw new Error(`the file of step ${step} answered ${status}: ${JSON.stringify(body)}`)
    return { [media.answer]: id, source: 'camera' }
  }
  if (media.kind === 'photo') return kept(photo ?? (await pagePhoto()))
  const given = await client.must<{ id: string; digits: string }>('POST', `/service/requests/${request}/digits`)
  return { ...(await kept(inventedVideo(7), given.id)), digits: given.digits }
}

/** What the steps of the filling declare of their photos and videos. */
const mediaOf = new Map(
  await Promise.all(
    flow.map(async (folder) => {
      const { step } = (await import(`../../steps/${folder}/step.ts`)) as { step: StepDefinition }
      return [step.number, step.media] as const
    }),
  ),
)

export const takesFile = (step: number) => mediaOf.get(step) !== undefined

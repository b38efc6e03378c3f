import sharp from 'sharp'
import { openTus } from '../capture/tus.ts'
import type { Client } from './client.ts'

const lines = Array.from({ length: 14 }, (_, row) => {
  const words = `ВЫМЫСЛОВА АННА ПЕТРОВНА ${row} 45 10 235857 ОБРАЗЕЦ`
  return `<text x="90" y="${120 + row * 42}" font-size="28" font-family="sans-serif" fill="#3a1420">${words}</text>`
})

/** A page of an invented document, `width` by `height` of 1280 × 720. */
export const pageDrawing = (over = '') => `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720">
  <rect width="1280" height="720" fill="#6b4f3a"/><rect x="50" y="50" width="1180" height="640" rx="12" fill="#d9b8b0"/>
  ${lines.join('')}${over}</svg>`

let drawn: Promise<Buffer> | undefined

/** The page as a JPEG; drawn once. */
export function pagePhoto(): Promise<Buffer> {
  drawn ??= sharp(Buffer.from(pageDrawing())).jpeg({ quality: 92 }).toBuffer()
  return drawn
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

/** A WebM as a recorder leaves it, without length or index; its frames are empty. */
export function inventedVideo(seconds: number): Buffer {
  const track = element('ae', number('d7', 1), number('73c5', 1), number('83', 1), element('86', Buffer.from('V_VP8')))
  const clusters = Array.from({ length: seconds }, (_, second) => {
    const blocks = Array.from({ length: 10 }, (_, frame) => block(frame * 100, frame === 0))
    return element('1f43b675', number('e7', second * 1000), ...blocks)
  })
  const header = element('1a45dfa3', element('4282', Buffer.from('webm')), number('4287', 2), number('4285', 2))
  const info = element('1549a966', number('2ad7b1', 1_000_000))
  const segment = [info, element('1654ae6b', track), ...clusters]
  return Buffer.concat([header, element('18538067', ...segment)])
}

/** Answers of the steps that take photos and video: the bytes are sent first. */
export async function evidenceAnswers(url: string, client: Client, request: string, step: number): Promise<object> {
  const tus = openTus(url, client)
  const kept = async (bytes: Buffer, digits?: string) => {
    const { id, status, body } = await tus.whole({ request, step, bytes, ...(digits && { digits }) })
    if (status !== 200) throw new Error(`the file of step ${step} answered ${status}: ${JSON.stringify(body)}`)
    return { file: id, source: 'camera' }
  }
  if (step !== 31) return kept(await pagePhoto())
  const given = await client.must<{ id: string; digits: string }>('POST', `/service/requests/${request}/digits`)
  return { ...(await kept(inventedVideo(7), given.id)), digits: given.digits }
}

export const takesFile = (step: number) => step >= 28 && step <= 31

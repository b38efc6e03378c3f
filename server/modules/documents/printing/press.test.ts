import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { inflateSync } from 'node:zlib'
import type { PrintedContent } from './content.ts'
import { openPress } from './press.ts'

const press = openPress()
const madeAt = new Date('2026-03-02T09:00:00Z')

const content: PrintedContent = {
  title: 'Индивидуальные условия договора потребительского займа',
  lines: ['ООО «Пример»', 'Договор займа № 1'],
  fullCost: {
    percent: ['ПОЛНАЯ СТОИМОСТЬ ЗАЙМА', '292,000 %', '(ДВЕСТИ ДЕВЯНОСТО ДВЕ ЦЕЛЫХ НОЛЬ ТЫСЯЧНЫХ ПРОЦЕНТА)', 'ГОДОВЫХ'],
    roubles: [
      'ПОЛНАЯ СТОИМОСТЬ ЗАЙМА В ДЕНЕЖНОМ ВЫРАЖЕНИИ',
      '187 654,32 ₽',
      '(СТО ВОСЕМЬДЕСЯТ СЕМЬ ТЫСЯЧ ШЕСТЬСОТ ПЯТЬДЕСЯТ ЧЕТЫРЕ РУБЛЯ 32 КОПЕЙКИ)',
    ],
  },
  blocks: [{ kind: 'table', head: ['№', 'Условие'], widths: [24, '*'], rows: [['1', 'Сумма займа']] }],
}

interface Line {
  readonly from: readonly [number, number]
  readonly to: readonly [number, number]
  readonly width: number
}

/** Every straight line a page draws, in points from the upper left corner. */
function linesOf(pdf: Buffer): Line[] {
  const text = pdf.toString('latin1')
  const lines: Line[] = []
  for (const { index } of text.matchAll(/stream\r?\n/g)) {
    const start = index + /stream\r?\n/.exec(text.slice(index))![0].length
    const end = text.indexOf('endstream', start)
    let drawing: string
    try {
      drawing = inflateSync(pdf.subarray(start, end)).toString('latin1')
    } catch {
      continue
    }
    let width = 1
    for (const part of drawing.matchAll(/([\d.]+) w\b|([\d.]+) ([\d.]+) m\s+([\d.]+) ([\d.]+) l/g)) {
      if (part[1]) width = Number(part[1])
      else lines.push({ from: [Number(part[2]), Number(part[3])], to: [Number(part[4]), Number(part[5])], width })
    }
  }
  return lines
}

/** Boxes of one-point lines: the frames. Table lines are half a point. */
function framesOf(pdf: Buffer) {
  const frameLines = linesOf(pdf).filter(({ width }) => width === 1)
  const across = frameLines.filter(({ from, to }) => from[1] === to[1])
  const down = frameLines.filter(({ from, to }) => from[0] === to[0])
  const lefts = [...new Set(across.map(({ from, to }) => Math.min(from[0], to[0])))].sort((a, b) => a - b)
  return lefts.map((left) => {
    const own = across.filter(({ from, to }) => Math.min(from[0], to[0]) === left)
    const ys = own.map(({ from }) => from[1])
    const right = Math.max(...own.map(({ from, to }) => Math.max(from[0], to[0])))
    return { left, right, top: Math.min(...ys), bottom: Math.max(...ys), sides: down.length }
  })
}

describe('printing', () => {
  it('frames the full cost twice, each at least 5 % of the page, at the upper right before the table', async () => {
    const { pdf } = await press(content, madeAt)
    const frames = framesOf(pdf)
    assert.equal(frames.length, 2)
    for (const { left, right, top, bottom } of frames) {
      assert.ok((right - left) * (bottom - top) >= 0.05 * 595.28 * 841.89, `${right - left} × ${bottom - top}`)
      assert.ok(Math.abs(right - left - (bottom - top)) < 2, 'square')
      assert.ok(left > 595 / 3 && top < 50)
    }
    const table = linesOf(pdf).filter(({ width }) => width === 0.5)
    assert.ok(Math.min(...table.map(({ from }) => from[1])) > Math.max(...frames.map(({ bottom }) => bottom)))
    assert.ok(frames[0]!.right < frames[1]!.left)
  })

  it('is tagged: language, title, headings, and each cell in its row of its table; page numbers are not read', async () => {
    const { pdf } = await press(
      {
        ...content,
        blocks: [{ kind: 'heading', text: 'Условия' }, ...content.blocks, { kind: 'paragraph', text: 'Конец' }],
      },
      madeAt,
    )
    const text = pdf.toString('latin1')
    assert.match(text, /\/Marked true/)
    assert.match(text, /\/StructTreeRoot \d+ 0 R/)
    assert.match(text, /\/Lang \(ru-RU\)/)
    const kinds = [...text.matchAll(/\/S \/(\w+)/g)].map(([, kind]) => kind)
    const count = (kind: string) => kinds.filter((one) => one === kind).length
    assert.deepEqual(
      ['Document', 'H1', 'H2', 'Table', 'TR', 'TH', 'TD', 'P'].map(count),
      [1, 1, 1, 1, 2, 2, 2, 2 + 2 + 1],
      kinds.join(' '),
    )
  })

  it('gives the hash of the very bytes, and every word again as plain text', async () => {
    const { pdf, sha256, text } = await press(content, madeAt)
    assert.equal(sha256, createHash('sha256').update(pdf).digest('hex'))
    for (const words of ['Индивидуальные условия', '292,000 %', 'Сумма займа']) assert.ok(text.includes(words), words)
  })

  it('prints many at once, each its own', async () => {
    const all = await Promise.all([1, 2, 3, 4, 5].map((n) => press({ ...content, title: `Документ ${n}` }, madeAt)))
    assert.equal(new Set(all.map(({ sha256 }) => sha256)).size, 5)
  })
})

import type { Column, Content, ContentText, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import type { Block, PrintedContent } from './content.ts'
import type { Tag } from './tagging.ts'

/** The largest type of the page: the frames are set in it, nothing is larger (353-ФЗ art. 6 p. 1). */
const largest = 11
const small = 9

/** Points. A frame of 162 by 162 is 5.2 % of an A4 page of 595 by 842; the law asks for 5 %. */
const frameSide = 162
const framePadding = 6
const line = 1

const black = '#000000'

/** Text with what it is to a reader who does not see the page; pdfmake keeps unknown properties of a node. */
const tagged = (tag: Tag, content: ContentText): Content => Object.assign(content, { tag })

function frame(lines: readonly string[]): Column {
  const inner = frameSide - 2 * framePadding - line
  return {
    width: frameSide + line,
    table: {
      widths: [inner],
      heights: [inner],
      body: [[{ text: lines.join('\n'), fontSize: largest, bold: true, color: black, alignment: 'center' }]],
    },
    layout: {
      hLineWidth: () => line,
      vLineWidth: () => line,
      hLineColor: () => black,
      vLineColor: () => black,
      paddingLeft: () => framePadding,
      paddingRight: () => framePadding,
      paddingTop: () => framePadding,
      paddingBottom: () => framePadding,
    },
  }
}

function head(content: PrintedContent): Content {
  const stack: Content[] = [
    tagged({ is: 'H1' }, { text: content.title, bold: true, fontSize: largest, margin: [0, 0, 0, 6] }),
    ...content.lines.map((text): Content => ({ text, fontSize: small, margin: [0, 0, 0, 3] })),
  ]
  if (!content.fullCost) return { stack, margin: [0, 0, 0, 10] }
  const { percent, roubles } = content.fullCost
  return { columns: [{ width: '*', stack }, frame(percent), frame(roubles)], columnGap: 8, margin: [0, 0, 0, 12] }
}

const plainLines = {
  hLineWidth: () => 0.5,
  vLineWidth: () => 0.5,
  hLineColor: () => '#888888',
  vLineColor: () => '#888888',
}

function block(part: Block): Content {
  if (part.kind === 'heading') {
    return tagged({ is: 'H2' }, { text: part.text, bold: true, fontSize: 10, margin: [0, 10, 0, 4] })
  }
  if (part.kind === 'paragraph') return { text: part.text, margin: [0, 0, 0, 6], alignment: 'left' }
  const table = {}
  if (part.kind === 'rows') {
    return {
      table: {
        widths: [190, '*'],
        body: part.rows.map(({ label, value }, row) => [
          tagged({ is: 'TH', table, row }, { text: label }),
          tagged({ is: 'TD', table, row }, { text: value, bold: true }),
        ]),
      },
      layout: { ...plainLines, vLineWidth: () => 0 },
      margin: [0, 0, 0, 6],
    }
  }
  const { head, widths, rows, numbers } = part
  const cell = (text: string, at: number, row: number): Content =>
    tagged({ is: 'TD', table, row }, { text, ...(numbers && at > 0 && { alignment: 'right' as const }) })
  return {
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: [...widths],
      body: [
        head.map((text) => tagged({ is: 'TH', table, row: 0 }, { text, bold: true })),
        ...rows.map((row, at) => row.map((text, column) => cell(text, column, at + 1))),
      ],
    },
    layout: plainLines,
    margin: [0, 0, 0, 8],
  }
}

/** How a document lies on paper: A4, 9-point Roboto, page numbers below. */
export function layout(content: PrintedContent, madeAt: Date): TDocumentDefinitions {
  return {
    pageSize: 'A4',
    pageMargins: [40, 36, 40, 44],
    info: { title: content.title, creationDate: madeAt, modDate: madeAt, producer: 'Zayavka', creator: 'Zayavka' },
    version: '1.7',
    tagged: true,
    language: 'ru-RU',
    displayTitle: true,
    content: [head(content), ...content.blocks.map(block)],
    footer: (page, pages) =>
      tagged(
        { is: 'Artifact' },
        { text: `Страница ${page} из ${pages}`, alignment: 'right', fontSize: 8, margin: [40, 12, 40, 0] },
      ),
    defaultStyle: { font: 'Roboto', fontSize: small, color: black, lineHeight: 1.1 },
  }
}

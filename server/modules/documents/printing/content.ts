/** A document as its parts, before it is set as PDF and as plain text. JSON only: it goes to the printing worker. */
export interface PrintedContent {
  readonly title: string
  /** Under the title: the lender, the number, the date. */
  readonly lines: readonly string[]
  /** The full cost of the loan, in two frames at the upper right of the first page. */
  readonly fullCost?: { readonly percent: readonly string[]; readonly roubles: readonly string[] }
  readonly blocks: readonly Block[]
}

export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'rows'; readonly rows: readonly { readonly label: string; readonly value: string }[] }
  | {
      readonly kind: 'table'
      readonly head: readonly string[]
      /** Share of the page's width for each column, as pdfmake takes them: points, `auto` or `*`. */
      readonly widths: readonly (number | 'auto' | '*')[]
      readonly rows: readonly (readonly string[])[]
      readonly numbers?: boolean
    }

const blockText = (block: Block): string => {
  if (block.kind === 'heading') return `\n${block.text.toUpperCase()}\n`
  if (block.kind === 'paragraph') return `${block.text}\n`
  if (block.kind === 'rows') return `${block.rows.map(({ label, value }) => `${label}: ${value}`).join('\n')}\n`
  const rows = block.rows.map((row) => row.map((cell, at) => `${block.head[at] ?? ''}: ${cell}`).join('\n'))
  return `${rows.join('\n\n')}\n`
}

/** The same document for a screen reader and for search: every word of the PDF, in its order. */
export function plainText(content: PrintedContent): string {
  const frames = content.fullCost ? [...content.fullCost.percent, ...content.fullCost.roubles].join(' ') : ''
  return [content.title, ...content.lines, frames, ...content.blocks.map(blockText)].filter(Boolean).join('\n')
}

/** Blocks of a published document's text: an empty line parts paragraphs, `#` begins a heading. */
export function blocksOf(text: string): readonly Block[] {
  return text
    .trim()
    .split(/\n{2,}/)
    .map((part) =>
      part
        .split('\n')
        .map((line) => line.trim())
        .join(' ')
        .trim(),
    )
    .filter(Boolean)
    .map((part) =>
      part.startsWith('#') ? { kind: 'heading', text: part.replace(/^#+\s*/, '') } : { kind: 'paragraph', text: part },
    )
}

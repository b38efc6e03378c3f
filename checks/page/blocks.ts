/** A shell block of a page, under its heading. */
export interface Block {
  readonly section: string
  readonly text: string
  /** Names and addresses the reader chooses; everything else stands as it is. */
  readonly yours: boolean
}

/** The shell blocks of a page in order; code of other languages is passed over. */
export function blocksOf(page: string): Block[] {
  const blocks: Block[] = []
  let section = ''
  let open: { yours: boolean; lines: string[] } | null = null
  for (const line of page.split('\n')) {
    const fence = /^```(\S*) ?(.*)$/.exec(line)
    if (open && fence) {
      blocks.push({ section, text: open.lines.join('\n'), yours: open.yours })
      open = null
    } else if (open) open.lines.push(line)
    else if (fence?.[1] === 'sh') open = { yours: fence[2] === 'yours', lines: [] }
    else section = /^## (.+)$/.exec(line)?.[1] ?? section
  }
  return blocks
}

/** Whether a block is for containers, of which the machine of this drill has none. */
export const forContainers = ({ text }: Block): boolean => text.includes('docker')

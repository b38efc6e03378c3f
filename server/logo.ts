import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { StartRefused } from '#server/platform/refusal.ts'

/** It comes with every page, before anything else is drawn. */
const largest = 16 * 1024

/** How each kind of picture begins. */
const kinds: Readonly<Record<string, { readonly type: string; readonly begins: RegExp }>> = {
  '.svg': { type: 'image/svg+xml', begins: /^<svg[\s>]/ },
  '.png': { type: 'image/png', begins: /^\x89PNG\r\n/ },
  '.webp': { type: 'image/webp', begins: /^RIFF.{4}WEBP/s },
}

/** An SVG from its first element on: without the declaration and the comments before it. */
function afterProlog(text: string): string {
  let at = text.startsWith('<?xml') ? text.indexOf('>') + 1 : 0
  for (;;) {
    while (' \t\r\n'.includes(text[at] ?? '-')) at += 1
    const end = text.startsWith('<!--', at) ? text.indexOf('-->', at) : -1
    if (end < 0) return text.slice(at)
    at = end + '-->'.length
  }
}

/** A lender's logo as a `data:` address, so that it is there with the first pixel. A picture that is none stops the start. */
export function readLogo(folder: string, name: string): string {
  const file = join(folder, name)
  const refuse = (why: string) => new StartRefused(`brand.logo ${file}: ${why}`)
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch {
    throw refuse('cannot be read')
  }
  if (bytes.length > largest) throw refuse(`is ${bytes.length} bytes, at most ${largest} come with every page`)
  const kind = kinds[extname(name)]
  const text = bytes.toString('latin1')
  if (!kind?.begins.test(kind.type === 'image/svg+xml' ? afterProlog(text) : text))
    throw refuse('is not the picture its name says')
  return `data:${kind.type};base64,${bytes.toString('base64')}`
}

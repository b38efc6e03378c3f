import { createRequire } from 'node:module'
import type { PrintedContent } from './content.ts'
import { layout } from './layout.ts'
import { writeTags } from './tagging.ts'

// Setting a document takes 50 to 300 ms of pure computing and 70 MB: it has a process of its own, so that no call waits for it.

interface Order {
  readonly id: number
  readonly content: PrintedContent
  readonly madeAt: number
}

const require = createRequire(import.meta.url)
const pdfmake = require('pdfmake') as typeof import('pdfmake')
const fonts = require('pdfmake/fonts/Roboto.js') as import('pdfmake/interfaces.js').TFontDictionary
const own = new Set(Object.values(fonts.Roboto ?? {}))

writeTags(require)
pdfmake.setFonts(fonts)
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => own.has(path))

process.on('message', async ({ id, content, madeAt }: Order) => {
  try {
    const pdf = await pdfmake.createPdf(layout(content, new Date(madeAt))).getBuffer()
    process.send?.({ id, pdf })
  } catch (error) {
    process.send?.({ id, error: error instanceof Error ? error.message : String(error) })
  }
})

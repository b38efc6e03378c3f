import { createRequire } from 'node:module'
import { answerParent } from '#server/platform/worker-program.ts'
import { keepFonts } from './fonts.ts'
import { layout } from './layout.ts'
import type { Order } from './press.ts'
import { writeTags } from './tagging.ts'

// Setting a document takes 50 to 150 ms of pure computing and 70 MB: it has a process of its own, so that no call waits for it.

const require = createRequire(import.meta.url)
keepFonts(require)
const pdfmake = require('pdfmake') as typeof import('pdfmake')
const fonts = require('pdfmake/fonts/Roboto.js') as import('pdfmake/interfaces.js').TFontDictionary
const own = new Set(Object.values(fonts.Roboto ?? {}))

writeTags(require)
pdfmake.setFonts(fonts)
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => own.has(path))

await answerParent(async ({ content, madeAt }: Order) => ({
  answer: null,
  bytes: await pdfmake.createPdf(layout(content, new Date(madeAt))).getBuffer(),
}))

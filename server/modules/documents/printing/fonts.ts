import { createRequire } from 'node:module'

interface Fontkit {
  create(bytes: Uint8Array, family?: string): object
}

/**
 * Lets PDFKit read each font once in the life of the process: for every document it parses them anew, half of what setting one costs
 * (the bytes that come of it are the same). To be called before pdfmake is loaded.
 */
export function keepFonts(require: NodeJS.Require): void {
  const pdfkit = createRequire(createRequire(require.resolve('pdfmake')).resolve('pdfkit'))
  const path = pdfkit.resolve('fontkit')
  const fontkit = require(path) as Fontkit
  const kept: { readonly bytes: Uint8Array; readonly font: object }[] = []
  const loaded = require.cache[path]
  if (!loaded) return
  loaded.exports = {
    ...fontkit,
    create(bytes: Uint8Array, family?: string): object {
      const known = kept.find((one) => Buffer.compare(one.bytes, bytes) === 0)
      if (known) return known.font
      const font = fontkit.create(bytes, family)
      kept.push({ bytes, font })
      return font
    },
  } satisfies Fontkit
}

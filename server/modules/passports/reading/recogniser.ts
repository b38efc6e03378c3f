import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import type { Grey } from './lines.ts'

/** What we use of Tesseract's own interface, as its package makes it for JavaScript. */
interface TessModule {
  readonly FS: { writeFile(path: string, bytes: Uint8Array): void }
  readonly TessBaseAPI: new () => {
    Init(folder: string, language: string, engine: number): number
    SetPageSegMode(mode: number): void
    SetVariable(name: string, value: string): boolean
    SetImageFile(exif: number, angle: number): number
    Recognize(monitor: null): number
    GetUTF8Text(): unknown
    Clear(): void
  }
}

const lstmOnly = 1
const oneLine = 7

/** The stock OCR of Latin letters, as it comes by npm: nothing is fetched, its weights lie in the package. */
export async function openRecogniser(): Promise<(line: Grey, signs: string) => string> {
  const require = createRequire(import.meta.url)
  // By a name the bundlers of types do not follow: the package has none.
  const start = require('tesseract.js-core/tesseract-core-simd-lstm.js') as (options: object) => Promise<TessModule>
  const model = readFileSync(require.resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz'))
  const module = await start({})
  module.FS.writeFile('eng.traineddata', gunzipSync(model))
  const api = new module.TessBaseAPI()
  if (api.Init('./', 'eng', lstmOnly) !== 0) throw new Error('the OCR did not start')
  api.SetPageSegMode(oneLine)
  return ({ data, width, height }, signs) => {
    api.SetVariable('tessedit_char_whitelist', signs)
    module.FS.writeFile('/input', Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`), data]))
    if (api.SetImageFile(1, 0) === 1) throw new Error('the OCR did not take a picture')
    api.Recognize(null)
    const text = String(api.GetUTF8Text())
    api.Clear()
    return text.replace(/\s/g, '')
  }
}

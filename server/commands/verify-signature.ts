import { existsSync, readFileSync, statSync } from 'node:fs'
import { fingerprint, readPublicKey, signingKeys } from '../modules/signing/index.ts'
import { readSignedRecord } from '../modules/signing/record.ts'
import { detachRecord } from '../modules/signing/signed-pdf.ts'
import { verdictInWords, verifySigned } from '../modules/signing/verification.ts'
import { openKeys } from '../platform/keys.ts'
import { StartRefused } from '../platform/refusal.ts'
import { Secret } from '../platform/secret.ts'
import { exitCodes, type Run, say } from './command.ts'

/** Bytes; the product's own documents are below one megabyte. */
const largest = 50 * 1024 * 1024

function read(path: string): Buffer {
  const about = statSync(path, { throwIfNoEntry: false })
  if (!about?.isFile()) throw new StartRefused(`${path} cannot be read: name a signed file`)
  if (about.size > largest)
    throw new StartRefused(`${path} has ${about.size} bytes, more than any signed document (${largest})`)
  return readFileSync(path)
}

function knownKeys(given: string | undefined) {
  if (given) return [readPublicKey(existsSync(given) ? readFileSync(given, 'utf8') : given)]
  const appKey = process.env.APP_KEY
  return appKey ? signingKeys(openKeys(new Secret(appKey))).all : []
}

export const run: Run = async ({ args: [path = ''], options }) => {
  const file = read(path)
  const beside = existsSync(`${path}.sig.json`) ? readFileSync(`${path}.sig.json`, 'utf8') : undefined
  const keys = knownKeys(options.key)
  const verdict = verifySigned(file, keys, beside)
  say(verdictInWords(verdict))
  if (!verdict.ok) return exitCodes.notRight
  const signed = beside ? readSignedRecord(beside) : detachRecord(file)?.signed
  if (!signed) return exitCodes.done
  const warning =
    keys.length > 0 ? '' : ' (ключ взят из файла: сравните отпечаток с опубликованным на странице документов)'
  say(`Отпечаток ключа: ${fingerprint(readPublicKey(signed.key))}${warning}`)
  return exitCodes.done
}

import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { fingerprint, readPublicKey, signingKeys } from './modules/signing/index.ts'
import { readSignedRecord } from './modules/signing/record.ts'
import { detachRecord } from './modules/signing/signed-pdf.ts'
import { verdictInWords, verifySigned } from './modules/signing/verification.ts'
import { openKeys } from './platform/keys.ts'
import { StartRefused, startOrExit } from './platform/refusal.ts'
import { Secret } from './platform/secret.ts'

// npm run verify-signature -- FILE [--key KEY]
// FILE is a signed PDF, or one with its record beside it as FILE.sig.json. KEY is the lender's public key, as text or in a file:
// the one /service/documents/signature-key shows. Without it APP_KEY is used, and without that the key the record names: then
// compare its fingerprint with the published one. Needs no database. Ends with 0 when the signature is true, 1 when it is not.

function read(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    throw new StartRefused(`${path} cannot be read: name a signed file`)
  }
}

function knownKeys(given: string | undefined) {
  if (given) return [readPublicKey(existsSync(given) ? readFileSync(given, 'utf8') : given)]
  const appKey = process.env.APP_KEY
  return appKey ? signingKeys(openKeys(new Secret(appKey))).all : []
}

await startOrExit(async () => {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { key: { type: 'string' } } })
  const path = positionals[0]
  if (!path) throw new StartRefused('Which file? npm run verify-signature -- FILE [--key KEY]')
  const file = read(path)
  const beside = existsSync(`${path}.sig.json`) ? readFileSync(`${path}.sig.json`, 'utf8') : undefined
  const keys = knownKeys(values.key)
  const verdict = verifySigned(file, keys, beside)
  process.stdout.write(`${verdictInWords(verdict)}\n`)
  if (!verdict.ok) {
    process.exitCode = 1
    return
  }
  const signed = beside ? readSignedRecord(beside) : detachRecord(file)?.signed
  if (!signed) return
  const warning =
    keys.length > 0 ? '' : ' (ключ взят из файла: сравните отпечаток с опубликованным на странице документов)'
  process.stdout.write(`Отпечаток ключа: ${fingerprint(readPublicKey(signed.key))}${warning}\n`)
})

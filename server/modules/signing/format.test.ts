import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { createPublicKey, verify } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { canonicalJson } from '#server/platform/canonical.ts'
import { openKeys } from '#server/platform/keys.ts'
import { Secret } from '#server/platform/secret.ts'
import { openPress } from '../documents/index.ts'
import { publicKeyText, signingKeys } from './keys.ts'
import { type SealRecord, signRecord } from './record.ts'
import { attachRecord } from './signed-pdf.ts'
import { verdictInWords, verifySigned } from './verification.ts'

const page = readFileSync(new URL('../../../docs/signature.md', import.meta.url), 'utf8')
const block = (language: string, holding: string) =>
  page
    .split('```')
    .filter((_text, index) => index % 2 === 1)
    .find((text) => text.startsWith(`${language}\n`) && text.includes(holding))
    ?.slice(language.length + 1) ?? ''

const folder = mkdtempSync(join(tmpdir(), 'signature-'))
after(() => rmSync(folder, { recursive: true }))
const at = (name: string) => join(folder, name)

const keys = signingKeys(openKeys(new Secret('Zt7vQ2mXk9LrB4nWc8YpH3sJd6FgA1uE')))
const printed = await openPress()({ title: 'Справка', lines: [], blocks: [] }, new Date('2026-03-02T09:00:00Z'))
const seal: SealRecord = {
  format: 'zayavka-seal/1',
  id: 's1',
  requestId: 'r1',
  lender: { name: 'ООО МКК «Пример Заявки»', ogrn: '1000000000000', inn: '7700000000' },
  document: { id: 'd1', kind: 'settled', title: 'Справка', version: '1', sha256: printed.sha256 },
  sealedAt: '2026-03-02T09:00:00.000Z',
}
const signed = signRecord(seal, keys.current)
const file = attachRecord(printed.pdf, signed)
const key = publicKeyText(keys.current.publicKey)

describe('M21: docs/signature.md is enough to write a verifier', () => {
  writeFileSync(at('verify.mjs'), block('js', 'zayavka signature record'))
  const run = (bytes: Buffer, known = key) => {
    writeFileSync(at('file.pdf'), bytes)
    return spawnSync(process.execPath, [at('verify.mjs'), at('file.pdf'), known], { encoding: 'utf8' })
  }

  it('its thirty lines find a sealed file true, and say no to a changed byte, another key and an addition', () => {
    assert.match(run(file).stdout, /^true: Справка, ООО МКК/)
    assert.match(verdictInWords(verifySigned(file, keys.all)), /^Документ выдан организацией и не изменён/)
    const changed = Buffer.from(file)
    changed[100] = (changed[100] ?? 0) ^ 1
    for (const wrong of [
      run(changed),
      run(file, `${key.slice(0, -2)}A=`),
      run(Buffer.concat([file, Buffer.from('1')])),
    ])
      assert.notEqual(wrong.status, 0)
    assert.ok(block('js', 'zayavka signature record').split('\n').length <= 32)
  })

  it('its openssl commands find the same record true, and a changed one false', () => {
    writeFileSync(at('key.der'), Buffer.from(signed.key, 'base64'))
    writeFileSync(at('signature.bin'), Buffer.from(signed.signature, 'base64'))
    writeFileSync(at('record.canonical'), canonicalJson(seal))
    const [first = '', second = ''] = block('sh', 'openssl').trim().split('\n')
    const openssl = (line: string) =>
      execFileSync('openssl', line.split(' ').slice(1), { cwd: folder, encoding: 'utf8' })
    openssl(first)
    assert.match(openssl(second), /Signature Verified Successfully/)
    writeFileSync(at('record.canonical'), canonicalJson({ ...seal, id: 's2' }))
    assert.throws(() => openssl(second))
  })

  it('its vector holds', () => {
    const vector = JSON.parse(block('json', 'canonical')) as { canonical: string; key: string; signature: string }
    assert.equal(canonicalJson(JSON.parse(vector.canonical)), vector.canonical)
    const spki = createPublicKey({ key: Buffer.from(vector.key, 'base64'), format: 'der', type: 'spki' })
    assert.ok(verify(null, Buffer.from(vector.canonical), spki, Buffer.from(vector.signature, 'base64')))
  })
})

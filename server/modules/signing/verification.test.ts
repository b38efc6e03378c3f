import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { openKeys } from '#server/platform/keys.ts'
import { Secret } from '#server/platform/secret.ts'
import { openPress } from '../documents/index.ts'
import { signingKeys } from './keys.ts'
import { type SignatureRecord, signRecord } from './record.ts'
import { attachRecord, detachRecord } from './signed-pdf.ts'
import { verdictInWords, verifySigned } from './verification.ts'

const keys = signingKeys(openKeys(new Secret('Zt7vQ2mXk9LrB4nWc8YpH3sJd6FgA1uE')))
const others = signingKeys(openKeys(new Secret('Qt7vQ2mXk9LrB4nWc8YpH3sJd6FgA1uE')))
const printed = await openPress()({ title: 'Договор', lines: [], blocks: [] }, new Date('2026-03-02T09:00:00Z'))

const record: SignatureRecord = {
  format: 'zayavka-signature/1',
  id: 's1',
  purpose: 'contract',
  requestId: 'r1',
  lender: { name: 'ООО МКК «Пример Заявки»', ogrn: '1000000000000', inn: '7700000000' },
  signer: { clientId: 'c1', name: 'Выдумкина Проба Тестовна', phone: '+79000000001' },
  agreement: null,
  package: {
    id: 'p1',
    hash: 'h',
    frozenAt: '2026-03-02T09:00:00.000Z',
    documents: [{ id: 'd1', kind: 'conditions', title: 'Договор', version: '1', sha256: printed.sha256 }],
    terms: { amount: 1_500_000 },
  },
  code: { messageId: 'm1', sentAt: '2026-03-02T09:00:00.000Z' },
  entered: { at: '2026-03-02T09:01:00.000Z', address: '192.0.2.1', userAgent: 'test', session: 'x' },
}
const signed = signRecord(record, keys.current)
const file = attachRecord(printed.pdf, signed)

describe('a signed file', () => {
  it('is true without a database: who, when and what', () => {
    const verdict = verifySigned(file, keys.all)
    assert.ok(verdict.ok)
    assert.match(verdictInWords(verdict), /Выдумкина Проба Тестовна, телефон \+7/)
    assert.equal(verdict.document.title, 'Договор')
  })

  it('begins with the very bytes that were signed', () => {
    assert.ok(file.subarray(0, printed.pdf.length).equals(printed.pdf))
    const apart = detachRecord(file)
    assert.equal(createHash('sha256').update(apart!.pdf).digest('hex'), printed.sha256)
  })

  it('is false after any byte was changed', () => {
    fc.assert(
      fc.property(fc.nat(file.length - 1), fc.integer({ min: 1, max: 255 }), (at, mask) => {
        const changed = Buffer.from(file)
        changed[at] = changed[at]! ^ mask
        assert.equal(verifySigned(changed, keys.all).ok, false)
      }),
      { numRuns: 500 },
    )
  })

  it('is false when something was written behind it', () => {
    assert.equal(verifySigned(Buffer.concat([file, Buffer.from('\n1 0 obj\n<<>>\nendobj\n')]), keys.all).ok, false)
  })

  it('is false when the record is another one, signed by somebody else', () => {
    const forged = attachRecord(
      printed.pdf,
      signRecord({ ...record, signer: { ...record.signer, name: 'Другой' } }, others.current),
    )
    assert.deepEqual(verifySigned(forged, keys.all), { ok: false, reason: 'anotherKey' })
    const altered = attachRecord(printed.pdf, {
      ...signed,
      record: { ...record, entered: { ...record.entered, address: '203.0.113.9' } },
    })
    assert.deepEqual(verifySigned(altered, keys.all), { ok: false, reason: 'falseSignature' })
  })

  it('is false for another document with a true record', async () => {
    const other = await openPress()({ title: 'Другой договор', lines: [], blocks: [] }, new Date(0))
    assert.deepEqual(verifySigned(attachRecord(other.pdf, signed), keys.all), { ok: false, reason: 'notInPackage' })
  })

  it('may have its record beside it', () => {
    assert.ok(verifySigned(printed.pdf, keys.all, JSON.stringify(signed)).ok)
    assert.deepEqual(verifySigned(printed.pdf, keys.all), { ok: false, reason: 'noRecord' })
  })
})

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { opensslSigner } from './kbki/openssl.ts'
import { engine, expired, lender, signedAs, stranger } from './testing-keys.ts'

describe(`signatures by ${engine ? 'GOST R 34.10-2012' : 'EC P-256, for there is no GOST engine here'}`, () => {
  const signer = opensslSigner(lender)
  const content = new TextEncoder().encode('<a>Проверка</a>')

  it('are made and opened, and say by which pin they hold', async () => {
    const message = await signer.sign(content)
    const opened = await signer.open(message, [stranger.certificate, lender.certificate])
    assert.deepEqual([Buffer.from(opened.content).toString(), opened.signedBy], ['<a>Проверка</a>', lender.certificate])
  })

  it('hold by no other certificate, not once the content was changed, not detached, not in PEM', async () => {
    const message = Buffer.from(await signer.sign(content))
    const bad = { name: 'SignatureBad' }
    await assert.rejects(signer.open(message, [stranger.certificate]), bad)
    const at = message.indexOf('<a>')
    const changed = Buffer.from(message)
    changed[at + 1] = 'b'.charCodeAt(0)
    await assert.rejects(signer.open(changed, [lender.certificate]), bad)
    await assert.rejects(signer.open(signedAs(content, lender, '-outform', 'DER'), [lender.certificate]), bad)
    await assert.rejects(
      signer.open(signedAs(content, lender, '-nodetach', '-outform', 'PEM'), [lender.certificate]),
      bad,
    )
    await assert.rejects(signer.open(Buffer.from('nothing'), [lender.certificate]), bad)
    await assert.rejects(signer.open(message.subarray(0, 100), [lender.certificate]), bad)
  })

  it('of an expired certificate hold no more', async () => {
    const message = signedAs(content, expired, '-nodetach', '-outform', 'DER')
    await assert.rejects(signer.open(message, [expired.certificate]), { name: 'SignatureBad' })
  })

  it('in BER with indefinite lengths are opened too', async () => {
    const message = signedAs(content, lender, '-nodetach', '-stream', '-outform', 'DER')
    assert.equal(message[1], 0x80)
    assert.equal(Buffer.from((await signer.open(message, [lender.certificate])).content).toString(), '<a>Проверка</a>')
  })

  it('are not made with a key that does not fit', async () => {
    await assert.rejects(opensslSigner({ ...lender, key: stranger.key }).sign(content), { name: 'SignerGone' })
  })

  it('are verified by an independent implementation, and ours verifies what it made', {
    skip: !engine && 'no GOST engine',
  }, async () => {
    const { gostCrypto, gostEngine } = (await import('node-gost-crypto')) as unknown as Witness
    const bare = (bytes: Uint8Array) => new Uint8Array(bytes).buffer
    const der = (file: string) =>
      bare(Buffer.from(readFileSync(file, 'utf8').replace(/-----[^-]+-----|\s/g, ''), 'base64'))
    const certificate = new gostCrypto.cert.X509(der(lender.certificate))
    const ours = new gostCrypto.cms.SignedDataContentInfo(bare(await signer.sign(content)))
    await ours.verifySignature(certificate)
    const forged = Buffer.from(await signer.sign(content))
    forged[forged.indexOf('<a>') + 1] = 'b'.charCodeAt(0)
    await assert.rejects(async () =>
      new gostCrypto.cms.SignedDataContentInfo(bare(forged)).verifySignature(certificate),
    )
    const theirs = new gostCrypto.cms.SignedDataContentInfo()
    theirs.setEnclosed(bare(content))
    theirs.writeDetached(false)
    await theirs.addSignature(gostCrypto.asn1.PrivateKeyInfo.decode(der(lender.key)), certificate)
    const opened = await signer.open(new Uint8Array(theirs.encode('DER')), [lender.certificate])
    assert.equal(Buffer.from(opened.content).toString(), '<a>Проверка</a>')
    const digest = gostEngine.getGostDigest({ name: 'GOST R 34.11', length: 256, version: 2012 }).digest(bare(content))
    assert.equal(await signer.digest(content), Buffer.from(digest).toString('hex'))
  })
})

interface Witness {
  readonly gostCrypto: {
    readonly asn1: { readonly PrivateKeyInfo: { decode(der: ArrayBuffer): unknown } }
    readonly cert: { readonly X509: new (der: ArrayBuffer) => unknown }
    readonly cms: {
      readonly SignedDataContentInfo: new (
        der?: ArrayBuffer,
      ) => {
        verifySignature(certificate: unknown): Promise<unknown>
        setEnclosed(content: ArrayBuffer): void
        writeDetached(detached: boolean): void
        addSignature(key: unknown, certificate: unknown): Promise<void>
        encode(format: 'DER'): ArrayBuffer
      }
    }
  }
  readonly gostEngine: { getGostDigest(how: object): { digest(content: ArrayBuffer): ArrayBuffer } }
}

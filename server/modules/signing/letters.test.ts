import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, it } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { findClient } from '#server/modules/auth/store.ts'
import { Secret } from '#server/platform/secret.ts'
import { openMailer } from '#server/providers/email/open.ts'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { somebody } from '#server/testing/life.ts'
import { openProduct } from '#server/testing/product.ts'
import { signingKeys } from './keys.ts'
import { verifySigned } from './verification.ts'

const phone = '+79161110022'
const email = 'proba@example.ru'
const letters: { to: string; source: string }[] = []

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, session, done) {
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => parts.push(part))
    stream.on('end', () => {
      letters.push({ to: session.envelope.rcptTo[0]?.address ?? '', source: Buffer.concat(parts).toString('latin1') })
      done()
    })
  },
})
before(() => new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening)))
after(() => new Promise<void>((closed) => void server.close(closed)))

/** The PDFs of a letter as a mail program saves them. */
function attached(source: string): Buffer[] {
  return source
    .split(/\r\n--[^\r\n]+/)
    .filter((part) => /^Content-Type: application\/pdf/im.test(part))
    .map((part) => Buffer.from(part.slice(part.indexOf('\r\n\r\n') + 4), 'base64'))
}

async function product(platform: TestPlatform) {
  const { port } = server.server.address() as AddressInfo
  const mail = {
    provider: 'smtp',
    smtpUrl: new Secret(`smtp://127.0.0.1:${port}`),
    settings: { FROM: new Secret('Заявка <noreply@lender.example>') },
  }
  const mailer = openMailer({ config: { ...platform.config, email: mail } })
  const open = await openProduct(platform, { email: mailer })
  const browser = open.browser()
  await browser.signUp(phone)
  const client = (await findClient(platform.db, platform.sealing.indexes('phone', phone))) ?? ''
  letters.length = 0
  return {
    ...open,
    client,

    async confirmEmail() {
      await browser.call('POST', '/service/profile/email/codes', { email })
      await browser.call('POST', '/service/profile/email', { email, code: '222222' })
      await platform.jobs.runDue()
      letters.length = 0
    },

    /** An offer made and signed through the calls. */
    async sign() {
      const { requests, decisions } = open.services
      const id = await platform.transact(async (tx) => {
        const made = await requests.create(tx, client, 'loan', { terms: null }, 'Hyb_Verification_Approved')
        return (await requests.saveFacts(tx, made, { ...somebody, firstLoan: true })).id
      })
      await decisions.decide(id)
      const path = `/service/requests/${id}`
      const { request } = (await browser.call('GET', path)).body as { request: { version: number } }
      const { version } = request
      const frozen = await browser.call('POST', `${path}/codes`, { purpose: 'contract', version })
      const signed = { code: '111111', package: (frozen.body as { package: string }).package, version }
      const answer = await browser.call('POST', `${path}/offer/sign`, signed, browser.key())
      assert.equal(answer.status, 200, answer.text)
      await platform.jobs.runDue()
    },
  }
}

onBothDatabases('the letter with what was signed', (open) => {
  it('brings every signed document, each proving its signature by itself', async () => {
    const platform = await open()
    const { confirmEmail, sign, close } = await product(platform)
    await confirmEmail()
    await sign()
    assert.equal(letters.length, 1)
    const [letter] = letters
    assert.equal(letter?.to, email)
    const files = attached(letter?.source ?? '')
    assert.equal(files.length, 2)
    const { current } = signingKeys(platform.keys)
    for (const file of files) {
      const verdict = verifySigned(file, [current.publicKey])
      assert.ok(verdict.ok && verdict.record.format === 'zayavka-signature/1')
      assert.equal(verdict.record.purpose, 'contract')
    }
    await close()
  })

  it('goes to a confirmed address only', async () => {
    const platform = await open()
    const { sign, close } = await product(platform)
    await sign()
    assert.deepEqual(letters, [])
    await close()
  })
})

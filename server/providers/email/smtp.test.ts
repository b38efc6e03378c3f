import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { Secret } from '#server/platform/secret.ts'
import { testConfig } from '#server/testing/bench.ts'
import { openMailer } from './open.ts'
import { LetterRefused, type Mailer } from './port.ts'

const letters: { to: string; body: string }[] = []

/** A mail server: nobody@ is unknown to it, later@ is told to come again. */
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo({ address }, _session, done) {
    const said = { 'nobody@example.ru': 550, 'later@example.ru': 451 }[address]
    done(said ? Object.assign(new Error('no'), { responseCode: said }) : undefined)
  },
  onData(stream, session, done) {
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => parts.push(part))
    stream.on('end', () => {
      letters.push({ to: session.envelope.rcptTo[0]?.address ?? '', body: Buffer.concat(parts).toString() })
      done()
    })
  },
})

const email = (url: string, from = 'Заявка <noreply@lender.example>') => ({
  provider: 'smtp',
  smtpUrl: new Secret(url),
  settings: { FROM: new Secret(from) },
})

describe('E-mail by SMTP', () => {
  let mailer: Mailer
  before(async () => {
    await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
    const { port } = server.server.address() as AddressInfo
    mailer = openMailer({ config: testConfig({ email: email(`smtp://127.0.0.1:${port}`) }) })
  })
  after(() => new Promise<void>((closed) => void server.close(closed)))

  const letter = { key: 'message-1', subject: 'Код подтверждения', text: 'Ваш код: 222222' }

  it('delivers a letter in Russian under our own id', async () => {
    assert.equal(await mailer.send({ ...letter, to: 'proba@example.ru' }), '<message-1@lender.example>')
    const [sent] = letters
    assert.equal(sent?.to, 'proba@example.ru')
    assert.match(sent?.body ?? '', /Message-ID: <message-1@lender\.example>/i)
    assert.match(sent?.body ?? '', /Subject: =\?UTF-8\?/)
  })

  it('does not let an address or a subject add lines or receivers', async () => {
    const sly = { key: 'message-2', subject: 'Код\r\nBcc: other@example.ru', text: 'x', to: 'proba@example.ru' }
    await mailer.send(sly)
    assert.doesNotMatch(letters.at(-1)?.body ?? '', /^Bcc:/im)
  })

  it('tells a refusal for good from one that may pass', async () => {
    await assert.rejects(mailer.send({ ...letter, to: 'nobody@example.ru' }), LetterRefused)
    await assert.rejects(
      mailer.send({ ...letter, to: 'later@example.ru' }),
      (error) => !(error instanceof LetterRefused),
    )
  })

  it('takes a server that is not there for a failure that may pass', async () => {
    const gone = openMailer({ config: testConfig({ email: email('smtp://127.0.0.1:1') }) })
    await assert.rejects(gone.send({ ...letter, to: 'proba@example.ru' }), (error) => !(error instanceof LetterRefused))
  })

  it('names the setting that is missing', () => {
    const { settings: _from, ...rest } = email('smtp://127.0.0.1:1')
    assert.throws(
      () => openMailer({ config: testConfig({ email: { ...rest, settings: {} } }) }),
      /EMAIL_FROM is not set/,
    )
  })
})

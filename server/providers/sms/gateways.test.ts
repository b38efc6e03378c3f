import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'
import { openOutbound } from '#server/platform/outbound.ts'
import { Secret } from '#server/platform/secret.ts'
import { testConfig } from '#server/testing/bench.ts'
import { openSmsGateways } from './open.ts'
import { Refused, type SmsGateway } from './port.ts'

const good = '+79990000001'
const impossible = '+79990000002'
const text = 'Код 111111. Никому его не говорите.'

type Fields = Record<string, string | number>
type Answer = object | 'broken' | 'error'

/** A vendor as its documentation describes it. */
interface StandIn {
  readonly name: string
  readonly settings: Record<string, string>
  answer(path: string, fields: Fields, authorization: string | undefined): Answer
  /** The vendor's own code for each state, and for the number that cannot be. */
  readonly states: Record<'sent' | 'delivered' | 'failed', number>
  /** Whether the vendor tells a number that no try will reach. */
  readonly tellsHopeless: boolean
}

let state = 0

const standIns: StandIn[] = [
  {
    name: 'smsru',
    settings: { API_KEY: 'key-1', SENDER: 'Zayavka' },
    states: { sent: 102, delivered: 103, failed: 105 },
    tellsHopeless: true,
    answer(path, fields) {
      if (fields.api_id !== 'key-1' || fields.json !== '1') return { status: 'ERROR', status_code: 200 }
      if (path === '/sms/status')
        return { status: 'OK', status_code: 100, sms: { [String(fields.sms_id)]: { status_code: state } } }
      assert.deepEqual([path, fields.msg, fields.from], ['/sms/send', text, 'Zayavka'])
      const to = String(fields.to)
      const fine = `+${to}` === good
      return { status_code: 100, sms: { [to]: fine ? { status_code: 100, sms_id: '77-1' } : { status_code: 202 } } }
    },
  },
  {
    name: 'smsc',
    settings: { LOGIN: 'lender', PASSWORD: 'key-1' },
    states: { sent: 0, delivered: 1, failed: 20 },
    tellsHopeless: true,
    answer(path, fields) {
      if (fields.login !== 'lender' || fields.psw !== 'key-1' || fields.fmt !== '3') return { error_code: 2 }
      if (path === '/sys/status.php') return `+${fields.phone}` === good ? { status: state } : { error_code: 1 }
      assert.deepEqual([path, fields.mes], ['/sys/send.php', text])
      return `+${fields.phones}` === good ? { id: 77, cnt: 1 } : { error: 'invalid number', error_code: 7 }
    },
  },
  {
    name: 'smsaero',
    settings: { LOGIN: 'lender@example.ru', API_KEY: 'key-1', SENDER: 'Zayavka' },
    states: { sent: 3, delivered: 1, failed: 2 },
    tellsHopeless: false,
    answer(path, fields, authorization) {
      if (authorization !== `Basic ${Buffer.from('lender@example.ru:key-1').toString('base64')}`)
        return { success: false, data: null, message: 'Your request was made with invalid credentials.' }
      if (path === '/v2/sms/status') return { success: true, data: { id: fields.id, status: state } }
      assert.deepEqual([path, fields.text, fields.sign], ['/v2/sms/send', text, 'Zayavka'])
      const fine = `+${fields.number}` === good
      return fine
        ? { success: true, data: { id: 77, status: 8 } }
        : { success: false, data: null, message: 'Validation error.' }
    },
  },
]

for (const vendor of standIns) {
  describe(`SMS gateway ${vendor.name}`, () => {
    const urls: string[] = []
    let mood: 'fine' | 'broken' | 'down' = 'fine'
    let open: (changes?: Record<string, string>) => SmsGateway

    const server = createServer(async (request, response) => {
      urls.push(request.url ?? '')
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      const body = Buffer.concat(parts).toString()
      const json = request.headers['content-type'] === 'application/json'
      const fields = (json ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body))) as Fields
      if (mood === 'down') return void response.writeHead(503).end('{"success":false}')
      const answer = vendor.answer(request.url ?? '', fields, request.headers.authorization)
      response.writeHead(200).end(mood === 'broken' ? '<html>' : JSON.stringify(answer))
    })

    before(async () => {
      await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
      const URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      open = (changes) => {
        const given = Object.entries({ ...vendor.settings, URL, ...changes })
        const settings = Object.fromEntries(given.map(([name, value]) => [name, new Secret(value)]))
        const config = testConfig({ sms: { provider: vendor.name, settings } })
        const gateway = openSmsGateways({ config, outbound: openOutbound({ production: false }) })[0]
        assert.ok(gateway)
        return gateway
      }
    })
    after(() => void server.close())
    beforeEach(() => {
      mood = 'fine'
    })

    it('sends, and answers the id under which the vendor took the message', async () => {
      assert.match(await open().send({ key: 'k', phone: good, text }), /^77/)
    })

    it('reads every delivery state back', async () => {
      const id = await open().send({ key: 'k', phone: good, text })
      for (const wanted of ['sent', 'delivered', 'failed'] as const) {
        state = vendor.states[wanted]
        assert.equal((await open().delivery(id, good)).state, wanted)
      }
    })

    it('tells a number that cannot be from other refusals', async () => {
      await assert.rejects(open().send({ key: 'k', phone: impossible, text }), (error: unknown) => {
        assert.ok(error instanceof Refused)
        return error.final === vendor.tellsHopeless
      })
      const wrongKey = open({ API_KEY: 'other', PASSWORD: 'other' })
      await assert.rejects(wrongKey.send({ key: 'k', phone: good, text }), (error: unknown) => {
        assert.ok(error instanceof Refused)
        return !error.final
      })
    })

    it('takes a reply that is none of theirs for «nobody knows»', async () => {
      for (const worse of ['broken', 'down'] as const) {
        mood = worse
        await assert.rejects(open().send({ key: 'k', phone: good, text }), (error) => !(error instanceof Refused))
      }
    })

    it('never puts the phone, the text or the key into an address', () => {
      assert.ok(urls.length > 0)
      assert.doesNotMatch(urls.join('\n'), /9990000|111111|key-1/)
    })

    it('names the setting that is missing', () => {
      const config = testConfig({ sms: { provider: vendor.name, settings: {} } })
      const outbound = openOutbound({ production: false })
      assert.throws(() => openSmsGateways({ config, outbound }), /^StartRefused: SMS_(API_KEY|LOGIN) is not set/)
    })
  })
}

describe('The choice of SMS gateways', () => {
  const outbound = openOutbound({ production: false })

  it('is the sandbox, and then a second gateway with settings of its own', () => {
    const second = { SECOND_PROVIDER: new Secret('smsru'), SECOND_API_KEY: new Secret('key-2') }
    const config = testConfig({ sms: { provider: 'sandbox', settings: second } })
    const names = openSmsGateways({ config, outbound }).map(({ name }) => name)
    assert.deepEqual(names, ['sandbox', 'smsru'])
  })

  it('refuses a name it does not know', () => {
    const config = testConfig({ sms: { provider: 'pigeon', settings: {} } })
    assert.throws(() => openSmsGateways({ config, outbound }), /SMS_PROVIDER pigeon is not known/)
  })
})

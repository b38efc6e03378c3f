import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { openOutbound } from './outbound.ts'

async function withProvider(answer: RequestListener, use: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/x`)
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

const demo = openOutbound({ production: false })

test('an address that is not public is refused in production, however it is written', async () => {
  const resolve = async (host: string) => ({ 'mixed.example': ['93.184.215.14', '10.0.0.1'] })[host] ?? ['127.0.0.1']
  const out = openOutbound({ production: true, resolve })
  const hosts = [
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '0.0.0.0',
    '2130706433',
    '0177.0.0.1',
    '0x7f.1',
    '[::1]',
    '[fc00::1]',
    '[fe80::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    'localhost',
    'mixed.example',
    'rebound.example',
  ]
  for (const host of hosts) await assert.rejects(out({ url: `https://${host}/` }), { code: 'outbound_refused' }, host)
  await assert.rejects(out({ url: 'http://93.184.215.14/' }), { code: 'outbound_refused' })
  await assert.rejects(out({ url: 'https://user:word@93.184.215.14/' }), { code: 'outbound_refused' })
  await assert.rejects(out({ url: 'file:///etc/hostname' }), { name: 'OutboundError' })
})

test('I13: a lender’s own service at a private address is called when its exact origin is named, and nothing else there', async () => {
  await withProvider(
    (_, reply) => reply.end('{"score":712}'),
    async (url) => {
      const { port } = new URL(url)
      const resolve = async (host: string) =>
        ({
          'scoring.lender.test': ['127.0.0.1'],
          'mixed.test': ['127.0.0.1', '93.184.215.14'],
          'meta.test': ['169.254.169.254'],
        })[host] ?? []
      const privateServices = [`http://scoring.lender.test:${port}`, `http://mixed.test:${port}`, 'http://meta.test']
      const out = openOutbound({ production: true, resolve, privateServices })
      assert.deepEqual((await out({ url: `http://scoring.lender.test:${port}/x` })).json(), { score: 712 })
      for (const other of [
        `http://127.0.0.1:${port}/x`,
        `https://scoring.lender.test:${port}/x`,
        `http://scoring.lender.test:${Number(port) + 1}/x`,
        'http://scoring.lender.test/x',
        `http://mixed.test:${port}/x`,
        'http://meta.test/latest',
        `http://user:word@scoring.lender.test:${port}/x`,
      ])
        await assert.rejects(out({ url: other }), { code: 'outbound_refused' }, other)
    },
  )
})

test('plain http to this machine is for stand-ins outside production only', async () => {
  await withProvider(
    (_, reply) => reply.end('{"ok":true}'),
    async (url) => {
      assert.deepEqual((await demo({ url })).json(), { ok: true })
      await assert.rejects(openOutbound({ production: true })({ url }), { code: 'outbound_refused' })
      await assert.rejects(demo({ url: 'http://10.0.0.1/' }), { code: 'outbound_refused' })
    },
  )
})

test('the name is looked up once, and the connection goes to the address that was checked', async () => {
  let lookups = 0
  const resolve = async () => [lookups++ === 0 ? '127.0.0.1' : '10.0.0.1']
  await withProvider(
    (request, reply) => reply.end(request.headers.host),
    async (url) => {
      const named = url.replace('127.0.0.1', 'bank.example')
      const reply = await openOutbound({ production: false, resolve })({ url: named })
      assert.match(reply.text, /^bank\.example/)
      assert.equal(lookups, 1)
    },
  )
})

test('a redirect, a huge, compressed or malformed reply and a silent provider are refused', async () => {
  const answers: Array<[RequestListener, string]> = [
    [(_, reply) => reply.writeHead(302, { location: 'https://other.example' }).end(), 'outbound_refused'],
    [(_, reply) => reply.end(Buffer.alloc(1_100_000)), 'outbound_too_large'],
    [(_, reply) => reply.writeHead(200, { 'content-encoding': 'gzip' }).end('x'), 'outbound_malformed'],
    [() => {}, 'outbound_timeout'],
    [(_, reply) => void reply.writeHead(200).write('{'), 'outbound_timeout'],
    [(request) => request.socket.destroy(), 'outbound_unreachable'],
  ]
  for (const [answer, code] of answers) {
    await withProvider(answer, async (url) => {
      await assert.rejects(demo({ url, timeout: 150 }), { code }, code)
    })
  }
  await withProvider(
    (_, reply) => reply.end('<html>'),
    async (url) => {
      const reply = await demo({ url })
      assert.throws(() => reply.json(), { code: 'outbound_malformed' })
    },
  )
})

test('an object is sent as JSON, and a key "__proto__" of the reply is dropped', async () => {
  await withProvider(
    async (request, reply) => {
      let body = ''
      for await (const part of request) body += part
      reply
        .writeHead(201)
        .end(`{"sent":${body},"type":"${request.headers['content-type']}","__proto__":{"admin":true}}`)
    },
    async (url) => {
      const reply = await demo({ url, body: { a: 1 } })
      assert.equal(reply.status, 201)
      assert.deepEqual(reply.json(), { sent: { a: 1 }, type: 'application/json' })
    },
  )
})

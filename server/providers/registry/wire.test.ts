import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { testClock } from '#server/platform/clock.ts'
import { openOutbound } from '#server/platform/outbound.ts'
import { kbkiRegistry } from './kbki/client.ts'
import { opensslSigner } from './kbki/openssl.ts'
import { openReader } from './kbki/reader.ts'
import { writeQuestion } from './kbki/writing.ts'
import { RegistryUnknown } from './port.ts'
import { sandboxBureaus } from './sandbox.ts'
import { NoReply, standInBureau, type Twists } from './stand-in/stand-in.ts'
import { asker, question } from './testing.ts'
import { bureau, lender, signedAs, stranger } from './testing-keys.ts'

const read = openReader()
const [first] = sandboxBureaus

interface Wire {
  readonly twists?: Twists
  readonly handle?: (request: IncomingMessage, response: ServerResponse, body: Buffer) => boolean
}

/** The stand-in behind a real socket, and the client that speaks with it through the only way out. */
async function wire({ twists = {}, handle }: Wire = {}) {
  const clock = testClock()
  const standIn = standInBureau({
    clock,
    signer: opensslSigner(bureau),
    pins: [lender.certificate],
    bureaus: sandboxBureaus,
    subscriber: asker.ogrn,
    twists,
  })
  const hosts: string[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', async () => {
      hosts.push(request.headers.host ?? '')
      const body = Buffer.concat(parts)
      if (handle?.(request, response, body)) return
      const url = new URL(request.url ?? '', 'http://127.0.0.1')
      const call = {
        method: request.method ?? '',
        path: url.pathname,
        id: url.searchParams.get('id') ?? undefined,
        body,
      }
      const reply = await standIn.handle(call).catch((error: unknown) => {
        if (error instanceof NoReply) return null
        throw error
      })
      if (reply) response.writeHead(reply.status).end(reply.body)
      else request.socket.destroy()
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  servers.push(server)
  const { port } = server.address() as AddressInfo
  const registry = kbkiRegistry({
    lines: [
      {
        ogrn: first,
        name: 'КБКИ',
        window: true,
        url: `http://127.0.0.1:${port}`,
        host: 'bureau.example:20443',
        pins: [stranger.certificate, bureau.certificate].slice(1),
      },
    ],
    asker,
    signer: opensslSigner(lender),
    read,
    outbound: openOutbound({ production: false }),
  })
  const ask = (changes: Parameters<typeof question>[0] = {}) => {
    const asked = question({ id: crypto.randomUUID(), ...changes })
    return registry.ask(asked, registry.prepare(asked)).then((reply) => ({ reply, asked }))
  }
  return { clock, standIn, registry, ask, hosts }
}

const servers: ReturnType<typeof createServer>[] = []
after(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

const unknown =
  (why: RegExp, reaction = 'again') =>
  (error: unknown) =>
    error instanceof RegistryUnknown && why.test(error.why) && error.reaction === reaction

describe('over the wire', () => {
  it('a question is answered, by the bureau’s own name of host', async () => {
    const { ask, hosts } = await wire()
    const { reply } = await ask()
    assert.ok(reply.state === 'answered')
    assert.deepEqual([reply.parts.length, reply.signedBy], [3, bureau.certificate])
    assert.deepEqual(hosts, ['bureau.example:20443'])
  })

  it('a receipt, an answer not ready, the answer: nobody hastens', async () => {
    const { ask, registry, clock, standIn } = await wire({
      twists: { persona: () => ({ known: [{}], readyMs: 2500 }) },
    })
    const { reply, asked } = await ask()
    assert.ok(reply.state === 'waiting' && reply.waitMs === 2500)
    clock.advance(2500)
    assert.equal((await registry.fetch(reply.ticket, asked)).state, 'answered')
    assert.equal(standIn.counts.haste, 0)
    clock.advance(9 * 3_600_000)
    const gone = await registry.fetch(reply.ticket, asked)
    assert.ok(gone.state === 'refused' && gone.code === 16)
  })

  it('refusals come with their code, in the order a bureau looks in', async () => {
    const codes: Array<[number, Parameters<typeof question>[0], Twists?]> = [
      [14, {}, { noWindow: true }],
      [23, { day: '2026-03-01', consent: { ...question().consent!, givenOn: '2026-03-01' } }],
      [77, {}, { error: () => 77 }],
    ]
    for (const [code, changes, twists = {}] of codes) {
      const { ask } = await wire({ twists })
      const { reply } = await ask(changes)
      assert.ok(reply.state === 'refused' && reply.code === code, `${code}`)
    }
    const { ask } = await wire()
    await ask({ id: 'one' })
    const { reply } = await ask({ id: 'one' })
    assert.ok(reply.state === 'refused' && reply.code === 11)
  })

  const lies: ReadonlyArray<[name: string, RegExp, (response: ServerResponse) => unknown, reaction?: string]> = [
    ['404', /status 404/, (response) => response.writeHead(404).end(), 'setup'],
    ['495, empty and closed', /status 495/, (response) => response.writeHead(495).end(), 'setup'],
    ['429', /status 429/, (response) => response.writeHead(429).end()],
    [
      '500 with HTML',
      /status 500/,
      (response) => response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Error</h1>'),
    ],
    ['nothing at all', /outbound_unreachable/, (response) => response.socket?.destroy()],
    ['an empty 200', /an empty body/, (response) => response.writeHead(200).end()],
    [
      'headers, and then nothing',
      /outbound_unreachable/,
      (response) => {
        response.writeHead(200, { 'content-length': '100' }).write('x')
        setTimeout(() => response.socket?.destroy(), 50)
      },
    ],
    ['a redirect', /outbound_refused/, (response) => response.writeHead(302, { location: 'http://127.0.0.1/' }).end()],
    ['gzip', /outbound_malformed/, (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x')],
    [
      '100 MB',
      /outbound_too_large/,
      (response) => {
        response.writeHead(200)
        const part = Buffer.alloc(1_048_576)
        const more = (left: number) => {
          if (left > 0 && !response.destroyed) response.write(part, () => more(left - 1))
        }
        more(100)
      },
    ],
    ['an answer nobody signed', /signature/, (response) => response.writeHead(200).end('<a/>')],
    [
      'an answer a stranger signed',
      /signature/,
      (response) =>
        response.writeHead(200).end(signedAs(Buffer.from('<a/>'), stranger, '-nodetach', '-outform', 'DER')),
    ],
    [
      'our own question back',
      /signature/,
      (response) => response.writeHead(200).end(signedAs(Buffer.from('<a/>'), lender, '-nodetach', '-outform', 'DER')),
    ],
    [
      'signed, and no XML',
      /broken/,
      (response) => response.writeHead(200).end(signedAs(Buffer.from('no'), bureau, '-nodetach', '-outform', 'DER')),
    ],
    [
      'signed, with entities',
      /broken: a doctype/,
      (response) =>
        response
          .writeHead(200)
          .end(
            signedAs(
              Buffer.from('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
              bureau,
              '-nodetach',
              '-outform',
              'DER',
            ),
          ),
    ],
    [
      'signed, 200 000 levels deep',
      /broken: too deep/,
      (response) =>
        response
          .writeHead(200)
          .end(signedAs(Buffer.from('<a>'.repeat(200_000)), bureau, '-nodetach', '-outform', 'DER')),
    ],
  ]
  for (const [name, why, say, reaction = 'again'] of lies)
    it(`a bureau that says ${name} has not answered`, async () => {
      const { ask } = await wire({
        handle: (_request, response) => {
          say(response)
          return true
        },
      })
      await assert.rejects(ask(), unknown(why, reaction))
    })

  it('an answer to another question, of another bureau, or a receipt where an answer belongs is none', async () => {
    const twisted = async (xml: Twists['xml']) =>
      (await wire({ twists: { xml: xml as NonNullable<Twists['xml']> } })).ask()
    await assert.rejects(
      twisted((text) => text.replace(/ИдентификаторЗапроса="[^"]+"/, 'ИдентификаторЗапроса="x"')),
      unknown(/foreign: question/),
    )
    await assert.rejects(
      twisted((text) => text.replaceAll(first, '1000000000099')),
      unknown(/foreign: bureau/),
    )
    await assert.rejects(
      twisted((text) => text.replace('Вымышленная', 'Другая')),
      unknown(/foreign: person/),
    )
    const { ask } = await wire({ twists: { reply: (reply) => ({ ...reply, status: 202 }) } })
    await assert.rejects(ask(), unknown(/an answer with status 202/))
  })

  it('a bureau refuses what a stranger signed, and what is not signed at all', async () => {
    const { standIn } = await wire()
    const code = async (body: Uint8Array) => {
      const { body: said } = await standIn.handle({ method: 'POST', path: '/dlrequest', body })
      const { content } = await opensslSigner(lender).open(said, [bureau.certificate])
      return /Код="(\d+)"/.exec(Buffer.from(content).toString())?.[1]
    }
    const xml = writeQuestion(question(), asker)
    assert.equal(await code(new Uint8Array()), '2')
    assert.equal(await code(signedAs(xml, stranger, '-nodetach', '-outform', 'DER')), '4')
    assert.equal(
      await code(
        signedAs(
          Buffer.from(Buffer.from(xml).toString().replace('<Имя>', '<Прозвище>')),
          lender,
          '-nodetach',
          '-outform',
          'DER',
        ),
      ),
      '9',
    )
  })
})

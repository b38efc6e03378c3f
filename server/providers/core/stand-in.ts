import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Asked, answerOf, openBooks, type Reply } from './stand-in-books.ts'

/**
 * How a call is answered. `lost`, `slow`: done, and nobody hears of it in time; `later`: the line breaks, and it is done a moment after; `never`: not
 * done, the line breaks; `busy`: the command of this key is being worked on.
 */
export type Answering = 'well' | 'lost' | 'slow' | 'later' | 'never' | 'error500' | 'garbage' | 'busy'

export interface StandInOptions {
  readonly tenant?: string
  readonly user?: string
  readonly password?: string
  /** How a call is answered; asked once for each. */
  readonly answering?: (method: string, path: string) => Answering
  readonly slowMs?: number
  /** It forgets keys at once. */
  readonly forgets?: boolean
  /** One of its own choice unless told. */
  readonly port?: number
}

const root = '/fineract-provider/api/v1'

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const part of request) text += String(part)
  return text ? (JSON.parse(text) as Record<string, unknown>) : {}
}

function send(response: ServerResponse, { status, body }: Reply, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/**
 * Apache Fineract as its public API describes it: clients, loans, charges and transactions by external id, one outcome a key, a refusal as well. With
 * books of its own and every way to answer badly.
 */
export async function fineractStandIn(options: StandInOptions = {}) {
  const { tenant = 'default', user = 'mifos', password = 'password', slowMs = 400, forgets = false } = options
  const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const books = openBooks()
  const outcomes = new Map<string, Reply>()
  const state = { calls: 0, replayed: 0, answering: options.answering ?? ((): Answering => 'well') }

  /** Its commands: one outcome for a key and what it does. */
  function command(asked: Asked, key: string): { reply: Reply; cached: boolean } {
    const scoped = `${asked.path}?${asked.command} ${key}`
    const known = key ? outcomes.get(scoped) : undefined
    if (known) {
      state.replayed += 1
      return { reply: known, cached: true }
    }
    const reply = answerOf(books, asked)
    if (key && !forgets) outcomes.set(scoped, reply)
    return { reply, cached: false }
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://fineract')
    const body = await bodyOf(request)
    state.calls += 1
    const method = request.method ?? 'GET'
    if (request.headers.authorization !== expected) return send(response, { status: 401, body: {} })
    if (request.headers['fineract-platform-tenantid'] !== tenant) return send(response, { status: 401, body: {} })
    const asked = { method, path: url.pathname.replace(root, ''), command: url.searchParams.get('command') ?? '', body }
    const how = state.answering(method, asked.path)
    if (how === 'never') return void request.socket.destroy()
    if (how === 'busy' && method === 'POST') return send(response, { status: 425, body: {} })
    if (how === 'error500') return send(response, { status: 500, body: {} })
    const key = String(request.headers['idempotency-key'] ?? '')
    if (how === 'later' && method === 'POST') {
      setTimeout(() => command(asked, key), 30).unref()
      return void request.socket.destroy()
    }
    const { reply, cached } = method === 'POST' ? command(asked, key) : { reply: answerOf(books, asked), cached: false }
    if (how === 'lost') return void request.socket.destroy()
    if (how === 'garbage') return void response.writeHead(200).end('<html>')
    if (how === 'slow') await new Promise((resolve) => setTimeout(resolve, slowMs).unref())
    send(response, reply, cached ? { 'x-served-from-cache': 'true' } : {})
  }

  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${root}`,
    books,
    state,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type FineractStandIn = Awaited<ReturnType<typeof fineractStandIn>>

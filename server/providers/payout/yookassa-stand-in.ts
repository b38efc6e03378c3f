import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CancelReason } from './port.ts'

/** How one call of the payout is answered; the payout itself is made all the same, but for those in `refusals`. */
export type Answering = 'well' | 'lost' | 'slow' | 'error500' | 'garbage' | keyof typeof refusals

/** Answers that come before anything is made. */
const refusals = {
  refused: { status: 503, code: 'service_unavailable' },
  limit429: { status: 429, code: 'too_many_requests' },
  invalid400: { status: 400, code: 'invalid_request' },
  wrongKeys401: { status: 401, code: 'invalid_credentials' },
  forbidden403: { status: 403, code: 'forbidden' },
} as const

const isRefusal = (how: Answering): how is keyof typeof refusals => how in refusals

export interface Made {
  readonly id: string
  readonly key: string
  readonly value: string
  readonly destination: string
  readonly recipient: string
  status: 'pending' | 'succeeded' | 'canceled'
  reason: CancelReason | null
  readonly settlesAt: number
}

export interface StandInOptions {
  readonly agentId: string
  readonly secretKey: string
  /** What happens to a new payout. Nothing said: paid at once. */
  readonly fate?: (destination: string) => { cancel?: CancelReason; afterMs?: number }
  /** How a call is answered; asked once for each. */
  readonly answering?: (key: string) => Answering
  /** The bank's name check, by the receiver's surname. */
  readonly nameIsRight?: (surname: string) => boolean
  readonly slowMs?: number
  readonly now?: () => number
  /** Notified of each settled payout, twice: deliveries may repeat. */
  readonly notify?: (body: object) => Promise<unknown>
  /** A port of its own choice unless told. */
  readonly port?: number
}

const nothingSaid: NonNullable<StandInOptions['fate']> = () => ({})

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const part of request) text += String(part)
  return text ? (JSON.parse(text) as Record<string, unknown>) : {}
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** YooKassa's payouts as documented, with a ledger of its own and every way to answer badly. For tests only. */
export async function standIn(options: StandInOptions) {
  const {
    agentId,
    secretKey,
    fate = nothingSaid,
    answering = (): Answering => 'well',
    slowMs = 300,
    now = Date.now,
  } = options
  const expected = `Basic ${Buffer.from(`${agentId}:${secretKey}`).toString('base64')}`
  const ledger = new Map<string, Made>()
  const recipients = new Map<string, string>()
  let calls = 0

  function view(made: Made) {
    if (made.status === 'pending' && now() >= made.settlesAt) settle(made)
    return {
      id: made.id,
      amount: { value: made.value, currency: 'RUB' },
      status: made.status,
      ...(made.reason && { cancellation_details: { party: 'payout_network', reason: made.reason } }),
    }
  }

  function settle(made: Made): void {
    made.status = made.reason ? 'canceled' : 'succeeded'
    const body = { type: 'notification', event: `payout.${made.status}`, object: { id: made.id } }
    for (const _ of ['first', 'again']) void options.notify?.(body).catch(() => {})
  }

  function make(key: string, body: Record<string, unknown>): Made {
    const {
      amount,
      payout_destination_data: data,
      payout_token: token,
      personal_data: people,
    } = body as {
      amount: { value: string }
      payout_destination_data?: { phone: string }
      payout_token?: string
      personal_data?: { id: string }[]
    }
    const destination = data?.phone ?? token ?? ''
    const surname = recipients.get(people?.[0]?.id ?? '') ?? ''
    const wanted = fate(destination)
    const wrongName = data && !(options.nameIsRight?.(surname) ?? true)
    const made: Made = {
      id: `po-${randomUUID()}`,
      key,
      value: amount.value,
      destination,
      recipient: surname,
      status: 'pending',
      reason: wrongName ? 'recipient_check_failed' : (wanted.cancel ?? null),
      settlesAt: now() + (wanted.afterMs ?? 0),
    }
    ledger.set(key, made)
    // By the real clock the bank settles of itself; a test's own clock is asked when somebody looks.
    if (!options.now && wanted.afterMs) setTimeout(() => view(made), wanted.afterMs).unref()
    return made
  }

  async function answer(response: ServerResponse, how: Answering, made: Made): Promise<void> {
    switch (how) {
      case 'lost':
        response.destroy()
        return
      case 'slow':
        await new Promise((resolve) => setTimeout(resolve, slowMs))
        return send(response, 200, view(made))
      case 'error500':
        return send(response, 500, { type: 'error', code: 'internal_server_error' })
      case 'garbage':
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html>maintenance</html>')
        return
      default:
        return send(response, 200, view(made))
    }
  }

  const server = createServer((request, response) => {
    void serve(request, response).catch(() => send(response, 400, { type: 'error', code: 'invalid_request' }))
  })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    calls += 1
    if (request.headers.authorization !== expected)
      return send(response, 401, { type: 'error', code: 'invalid_credentials' })
    const path = request.url ?? ''
    const key = String(request.headers['idempotence-key'] ?? '')
    if (request.method === 'POST' && !key) return send(response, 400, { type: 'error', code: 'invalid_request' })
    if (request.method === 'POST' && path === '/v3/personal_data') {
      const body = await bodyOf(request)
      recipients.set(`pd-${key}`, String(body.last_name))
      return send(response, 200, { id: `pd-${key}`, type: body.type, status: 'active' })
    }
    if (request.method === 'POST' && path === '/v3/payouts') {
      const body = await bodyOf(request)
      const how = answering(key)
      if (isRefusal(how)) return send(response, refusals[how].status, { type: 'error', code: refusals[how].code })
      return answer(response, how, ledger.get(key) ?? make(key, body))
    }
    if (path === '/v3/sbp_banks') {
      const items = [{ bank_id: '100000000099', name: 'Банк из списка кассы', bic: '044525000' }]
      return send(response, 200, { type: 'list', items })
    }
    const id = /^\/v3\/payouts\/([\w-]+)$/.exec(path)?.[1]
    const made = [...ledger.values()].find((one) => one.id === id)
    if (!made) return send(response, 404, { type: 'error', code: 'not_found' })
    return answer(response, answering(made.key), made)
  }

  await new Promise<void>((listening) => void server.listen(options.port ?? 0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v3`,
    ledger,
    calls: () => calls,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => void server.close(closed))
    },
  }
}

export type StandIn = Awaited<ReturnType<typeof standIn>>

import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PayCancelReason } from '#contract/paying.ts'

/** How one call that makes something is answered; it is made all the same, but for the refusals. */
export type Answering = 'well' | 'lost' | 'error500' | 'garbage' | 'invalid400' | 'wrongKeys401'
const refusals: Partial<Record<Answering, { status: number; code: string }>> = {
  invalid400: { status: 400, code: 'invalid_request' },
  wrongKeys401: { status: 401, code: 'invalid_credentials' },
}

export interface Made {
  readonly id: string
  readonly key: string
  readonly value: string
  readonly metadata: Record<string, string>
  readonly createdAt: string
  readonly way: string
  readonly token: string | null
  readonly save: boolean
  status: 'pending' | 'succeeded' | 'canceled'
  capturedAt: string | null
  reason: PayCancelReason | null
  refunded: number
}

interface Given {
  readonly id: string
  readonly key: string
  readonly paymentId: string
  readonly value: string
  readonly description: string
}

export interface StandInOptions {
  readonly shopId: string
  readonly secretKey: string
  readonly now: () => Date
  readonly answering?: () => Answering
  /** What a charge of a saved means comes to. */
  readonly charging?: (token: string) => PayCancelReason | 'well'
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const part of request) text += String(part)
  return text ? (JSON.parse(text) as Record<string, unknown>) : {}
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** YooKassa's payments and refunds as documented, with books of its own and every way to answer badly. For tests only. */
export async function paymentsStandIn(options: StandInOptions) {
  const { shopId, secretKey, now, answering = (): Answering => 'well', charging = () => 'well' as const } = options
  const expected = `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString('base64')}`
  const made: Made[] = []
  const given: Given[] = []

  const view = (one: Made) => ({
    id: one.id,
    status: one.status,
    amount: { value: one.value, currency: 'RUB' },
    created_at: one.createdAt,
    ...(one.capturedAt && { captured_at: one.capturedAt }),
    ...(one.status === 'pending' && {
      confirmation: { type: 'redirect', confirmation_url: `https://pay.example/${one.id}` },
    }),
    ...(one.status === 'succeeded' && {
      payment_method: { type: 'bank_card', id: `pm-${one.id}`, saved: one.save, card: { last4: '4477' } },
    }),
    ...(one.reason && { cancellation_details: { party: 'payment_network', reason: one.reason } }),
    metadata: one.metadata,
  })

  /** The payer pays, at a moment of theirs. */
  function pay(one: Made, at = now()): void {
    one.status = 'succeeded'
    one.capturedAt = at.toISOString()
  }

  function makePayment(key: string, body: Record<string, unknown>): Made {
    const {
      amount,
      metadata,
      payment_method_id: token,
      payment_method_data: data,
    } = body as {
      amount: { value: string }
      metadata: Record<string, string>
      payment_method_id?: string
      payment_method_data?: { type: string }
    }
    const one: Made = {
      id: randomUUID(),
      key,
      value: amount.value,
      metadata,
      createdAt: now().toISOString(),
      way: data?.type ?? 'saved',
      token: token ?? null,
      save: (body as { save_payment_method?: boolean }).save_payment_method === true,
      status: 'pending',
      capturedAt: null,
      reason: null,
      refunded: 0,
    }
    made.push(one)
    const came = token === undefined ? null : charging(token)
    if (came === 'well') pay(one)
    else if (came) Object.assign(one, { status: 'canceled', reason: came })
    return one
  }

  const refundView = ({ id, paymentId, value, description }: Given) => ({
    id,
    payment_id: paymentId,
    status: 'succeeded',
    amount: { value, currency: 'RUB' },
    description,
  })

  function makeRefund(key: string, body: Record<string, unknown>): Given | null {
    const {
      payment_id: paymentId,
      amount,
      description,
    } = body as {
      payment_id: string
      amount: { value: string }
      description: string
    }
    const of = made.find(({ id }) => id === paymentId)
    const sum = Math.round(Number(amount.value) * 100)
    if (of?.status !== 'succeeded' || of.refunded + sum > Math.round(Number(of.value) * 100)) return null
    of.refunded += sum
    const one = { id: randomUUID(), key, paymentId, value: amount.value, description }
    given.push(one)
    return one
  }

  function make(response: ServerResponse, body: () => object | null): void {
    const how = answering()
    const refusal = refusals[how]
    const answer = refusal ? null : body()
    if (refusal) send(response, refusal.status, { type: 'error', code: refusal.code })
    else if (how === 'lost') response.destroy()
    else if (how === 'error500') send(response, 500, { type: 'error', code: 'internal_server_error' })
    else if (how === 'garbage') response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
    else if (answer) send(response, 200, answer)
    else send(response, 400, { type: 'error', code: 'invalid_request', parameter: 'amount' })
  }

  function read(response: ServerResponse, { pathname, searchParams }: URL): void {
    const [, , kind, id] = pathname.split('/')
    if (kind === 'refunds' && id) {
      const one = given.find((refund) => refund.id === id)
      if (one) send(response, 200, refundView(one))
      else send(response, 404, { type: 'error', code: 'not_found' })
      return
    }
    if (kind === 'refunds') {
      const items = given.filter(({ paymentId }) => paymentId === searchParams.get('payment_id')).map(refundView)
      send(response, 200, { type: 'list', items })
      return
    }
    if (id) {
      const one = made.find((payment) => payment.id === id)
      if (one) send(response, 200, view(one))
      else send(response, 404, { type: 'error', code: 'not_found' })
      return
    }
    const from = searchParams.get('created_at.gte') ?? ''
    const to = searchParams.get('created_at.lte') ?? '9'
    const status = searchParams.get('status')
    const found = made.filter(
      (one) => one.createdAt >= from && one.createdAt <= to && (!status || one.status === status),
    )
    const start = Number(searchParams.get('cursor') ?? 0)
    // Pages of two, so that a test meets more than one.
    const more = start + 2 < found.length && { next_cursor: String(start + 2) }
    send(response, 200, { type: 'list', items: found.slice(start, start + 2).map(view), ...more })
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.headers.authorization !== expected)
      return send(response, 401, { type: 'error', code: 'invalid_credentials' })
    const url = new URL(request.url ?? '', 'http://stand-in')
    if (request.method === 'GET') return read(response, url)
    const key = String(request.headers['idempotence-key'] ?? '')
    if (!key) return send(response, 400, { type: 'error', code: 'invalid_request' })
    const body = await bodyOf(request)
    if (url.pathname === '/v3/payments')
      return make(response, () => view(made.find((one) => one.key === key) ?? makePayment(key, body)))
    make(response, () => {
      const one = given.find((refund) => refund.key === key) ?? makeRefund(key, body)
      return one && refundView(one)
    })
  }

  const server = createServer((request, response) => {
    void serve(request, response).catch(() => send(response, 400, { type: 'error', code: 'invalid_request' }))
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v3`,
    made,
    given,
    pay,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => void server.close(closed))
    },
  }
}

export type PaymentsStandIn = Awaited<ReturnType<typeof paymentsStandIn>>

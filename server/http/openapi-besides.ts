import { type ErrorCode, errorCatalogue } from '#contract/errors.ts'
import { metadata, token } from './openapi-token.ts'

type Json = Record<string, unknown>

const wrong = { $ref: '#/components/schemas/Error' }

/** Answers by status: successes in words, errors by their codes. */
function answers(successes: Json, codes: readonly ErrorCode[]): Json {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codes)
    byStatus.set(errorCatalogue[code].http, [...(byStatus.get(errorCatalogue[code].http) ?? []), code])
  const failures = [...byStatus].map(([status, list]) => [
    String(status),
    { description: list.join(', '), content: { 'application/json': { schema: wrong } } },
  ])
  return { ...successes, ...Object.fromEntries(failures) }
}

const header = (name: string, schema: Json, description: string, required = true): Json => ({
  name,
  in: 'header',
  required,
  schema,
  description,
})

const headers = (...names: string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { schema: { type: 'string' } }]))

const done = (status: number, description: string, more: Json = {}): Json => ({ [status]: { description, ...more } })

const stream = (name: string, event: string, data: Json, who: 'client' | 'staff', summary: string): Json => ({
  operationId: name,
  summary,
  description: `${summary}.`,
  tags: [who === 'client' ? 'client' : 'office', 'live'],
  security: [{ [who]: [] }],
  responses: answers(
    done(
      200,
      `Server-sent events «${event}» and a comment every 25 seconds; the stream goes on until either side ends it`,
      {
        content: { 'text/event-stream': { schema: { type: 'string' }, 'x-event': { name: event, data } } },
      },
    ),
    ['not_signed_in', 'too_often', 'unavailable'],
  ),
})

const resumable = header('Tus-Resumable', { const: '1.0.0' }, 'https://tus.io/protocols/resumable-upload')
const uploadErrors: ErrorCode[] = [
  'bad_request',
  'not_signed_in',
  'not_found',
  'state_conflict',
  'too_often',
  'unavailable',
  'storage_full',
  'internal',
]
const upload = (name: string, summary: string, parameters: Json[], successes: Json, more: Json = {}): Json => ({
  operationId: name,
  summary,
  description: `${summary}.`,
  tags: ['client', 'uploads'],
  security: [{ client: [] }],
  parameters: [resumable, ...parameters],
  responses: answers(successes, uploadErrors),
  ...more,
})
const uploadId = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }

const payment = {
  type: 'object',
  required: ['type', 'data'],
  properties: {
    type: { type: 'string', description: 'payment.succeeded; events of other kinds are answered 204 and left alone' },
    data: {
      type: 'object',
      required: ['payment', 'loan', 'amount'],
      properties: {
        payment: {
          type: 'string',
          maxLength: 64,
          description: 'The provider’s own id: counted once, however often told',
        },
        loan: { type: 'string', maxLength: 64 },
        amount: { type: 'integer', minimum: 1, description: 'Whole kopecks' },
      },
    },
  },
}

const notice = (name: string, summary: string, schema: Json, more: Json): Json => ({
  operationId: name,
  summary,
  description: `${summary}.`,
  tags: ['webhooks'],
  requestBody: { required: true, content: { 'application/json': { schema } } },
  ...more,
})

const payments = notice(
  'paymentNotice',
  'The provider of the payment page tells of a payment (Standard Webhooks)',
  payment,
  {
    security: [{ standardWebhooks: [] }],
    parameters: [
      header('webhook-id', { type: 'string' }, 'The same notice told again has the same id'),
      header('webhook-timestamp', { type: 'integer' }, 'Seconds since 1970, within five minutes of now'),
      header(
        'webhook-signature',
        { type: 'string' },
        'v1, and HMAC-SHA256 of id.timestamp.body in base64, by PAYMENT_WEBHOOK_KEY',
      ),
    ],
    responses: answers(done(204, 'The money has its place, in a loan or in suspense'), [
      'bad_request',
      'not_signed_in',
      'too_often',
      'unavailable',
      'internal',
    ]),
  },
)

const payouts = notice(
  'payoutNotice',
  'The payout rail tells of a payout',
  { type: 'object' },
  {
    description: 'Nothing in it is believed: the payout it names is read again from the rail.',
    security: [],
    responses: answers(done(200, 'Heard; unknown payouts are answered alike'), [
      'bad_request',
      'too_often',
      'unavailable',
    ]),
  },
)

const paymentHints = notice(
  'paymentHint',
  'Who takes payments inside the product tells of one',
  { type: 'object' },
  {
    description: 'Nothing in it is believed: the payment it names is read again from the provider.',
    security: [],
    parameters: [{ name: 'vendor', in: 'path', required: true, schema: { type: 'string' } }],
    responses: answers(done(200, 'The hint is kept; unknown payments are answered alike'), [
      'bad_request',
      'not_found',
      'too_often',
      'unavailable',
    ]),
  },
)

/** What is answered besides the calls both apps make: streams, uploads, notices of vendors. */
export const besides: Readonly<Record<string, Json>> = {
  '/service/live': {
    get: stream(
      'live',
      'request',
      { type: 'object', properties: { id: { type: 'string' } } },
      'client',
      '«This request changed», its id only',
    ),
  },
  '/service/office/live': {
    get: stream(
      'officeLive',
      'queue',
      { type: 'object', properties: { ids: { type: ['array', 'null'], items: { type: 'string' } } } },
      'staff',
      '«The queue changed», and which requests, by id only; null: any of them',
    ),
  },
  '/service/uploads': {
    post: upload(
      'announceUpload',
      'Announces a photo or a video; the client names it, so that an announcement whose answer was lost can be made again',
      [
        header('Upload-Length', { type: 'integer', minimum: 1 }, 'Bytes of the whole'),
        header(
          'Upload-Metadata',
          { type: 'string' },
          'id, request, step and, for a video, digits: each with its value in base64',
        ),
      ],
      done(201, 'Announced', { headers: headers('Location', 'Tus-Resumable') }),
    ),
  },
  '/service/uploads/{id}': {
    head: upload(
      'uploadOffset',
      'How many bytes are there',
      [uploadId],
      done(200, 'The offset', { headers: headers('Upload-Offset', 'Upload-Length') }),
    ),
    patch: upload(
      'appendUpload',
      'Bytes from the offset on',
      [uploadId, header('Upload-Offset', { type: 'integer', minimum: 0 }, 'As HEAD says')],
      done(204, 'Written', { headers: headers('Upload-Offset') }),
      {
        requestBody: {
          required: true,
          content: { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } },
        },
      },
    ),
    delete: upload('cancelUpload', 'Throws an unfinished upload away', [uploadId], done(204, 'Gone')),
  },
  '/service/machine/token': { post: token },
  '/.well-known/oauth-authorization-server': { get: metadata },
  '/service/webhooks/payments': { post: payments },
  '/service/webhooks/payments/{vendor}': { post: paymentHints },
  '/service/webhooks/payouts': { post: payouts },
}

/** The same notices as OpenAPI 3.1 calls them: whoever makes a client of a vendor’s side finds them by name. */
export const webhooks: Readonly<Record<string, Json>> = {
  'payment.succeeded': { post: { ...payments, operationId: 'paymentSucceeded' } },
  payout: { post: { ...payouts, operationId: 'payoutChanged' } },
}

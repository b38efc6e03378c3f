import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import { webhookFault } from '#server/platform/webhook-signature.ts'
import type { Loans } from './service.ts'

const eventSchema = z.object({
  type: z.literal('payment.succeeded'),
  data: z.object({
    /** The provider's own id: the same payment is counted once, however often it is told. */
    payment: z.string().check(z.minLength(1), z.maxLength(64)),
    loan: z.string().check(z.minLength(1), z.maxLength(64)),
    /** Whole kopecks. */
    amount: z.int().check(z.minimum(1), z.maximum(100_000_000_00)),
    /** When the payer paid (RFC 3339): the debt goes by that day, not by the day this is told. */
    paidAt: z.optional(z.string().check(z.iso.datetime({ offset: true }))),
  }),
})

const kindSchema = z.object({ type: z.string().check(z.maxLength(100)) })

function json(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

/** A payment that was made; null for an event of another kind. Throws `bad_request`, naming the field, for what is neither. */
function paymentIn(body: Buffer): z.output<typeof eventSchema>['data'] | null {
  const told = json(body)
  const kind = kindSchema.safeParse(told)
  if (kind.success && kind.data.type !== 'payment.succeeded') return null
  const event = eventSchema.safeParse(told)
  if (event.success) return event.data.data
  const issues = event.error.issues.map(({ path, message }) => ({ field: path.join('.') || 'body', message }))
  throw fail('bad_request', { issues })
}

/**
 * Where the provider of the payment page tells of payments: signed, counted once, events of other kinds without effect. 204 says that the money
 * has its place, in a loan or in suspense; what cannot be read is refused, so that it is told again and somebody looks.
 */
export async function registerPaymentWebhook(app: FastifyInstance, platform: Platform, loans: Loans): Promise<void> {
  const { config, clock, log, metrics } = platform
  const failed = metrics.counter('payment_webhooks_failed_total', 'Signed notices of payments answered with an error')
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post(
      '/service/webhooks/payments',
      { config: { limit: 'webhook', lane: 'reserved', machine: true } },
      async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const { headers } = request
        const fault = webhookFault({ headers, body }, config.paymentWebhookKeys, clock.now())
        if (fault) {
          log.warn({ fault, address: request.ip }, 'a payment webhook was refused')
          throw fail('not_signed_in')
        }
        const webhook = headers['webhook-id']
        try {
          const paid = paymentIn(body)
          if (paid) {
            const { payment: providerId, loan, amount, paidAt } = paid
            const notice = { provider: 'page', providerId, amount, ...(paidAt && { paidAt: new Date(paidAt) }) }
            await platform.transact((tx) => loans.told(tx, loan, notice))
          } else log.warn({ webhook }, 'a payment event of another kind was left alone')
        } catch (error) {
          failed()
          log.error(
            { webhook, err: error },
            'a signed payment notice could not be taken: it was answered with an error',
          )
          throw error
        }
        return reply.code(204).send()
      },
    )
  })
}

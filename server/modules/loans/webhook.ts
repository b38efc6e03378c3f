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
  }),
})

function parsed(body: Buffer): z.output<typeof eventSchema> | null {
  try {
    const event = eventSchema.safeParse(JSON.parse(body.toString('utf8')))
    return event.success ? event.data : null
  } catch {
    return null
  }
}

/** Where the provider of the payment page tells of payments: signed, counted once, unknown events without effect. */
export async function registerPaymentWebhook(app: FastifyInstance, platform: Platform, loans: Loans): Promise<void> {
  const { config, clock, log } = platform
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post('/service/webhooks/payments', async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const { headers } = request
      const fault = webhookFault({ headers, body }, config.paymentWebhookKeys, clock.now())
      if (fault) {
        log.warn({ fault, address: request.ip }, 'a payment webhook was refused')
        throw fail('not_signed_in')
      }
      const event = parsed(body)
      if (event) {
        const { payment, loan, amount } = event.data
        await platform
          .transact((tx) => loans.received(tx, loan, { provider: 'page', providerId: payment, amount }))
          .catch((error: { code?: string }) => {
            if (error.code !== 'not_found') throw error
            log.error({ payment, loan }, 'a payment came for a loan that is not known: give it back or find its loan')
          })
      } else log.warn({ webhook: headers['webhook-id'] }, 'an unknown payment event was left alone')
      return reply.code(204).send()
    })
  })
}

import type { FastifyInstance } from 'fastify'
import { fail } from '#server/platform/failure.ts'
import type { PaymentDesk } from './service.ts'

/**
 * Where the provider of payments tells of them. Its notifications carry no signature, so nothing in them is believed: the payment they name is read
 * again from the provider. Unknown ones are answered alike. Answered once the hint is kept.
 */
export function registerPaymentNotices(
  app: FastifyInstance,
  payments: Pick<PaymentDesk, 'notified' | 'provider'>,
): void {
  app.post(
    '/service/webhooks/payments/:vendor',
    { config: { limit: 'webhook', lane: 'reserved', machine: true } },
    async (request, reply) => {
      const { vendor } = request.params as { vendor: string }
      if (vendor !== payments.provider) throw fail('not_found')
      await payments.notified(request.body)
      return reply.code(200).send({})
    },
  )
}

import type { FastifyInstance } from 'fastify'
import type { Payouts } from './service.ts'

/**
 * Where the rail tells of payouts. Its notifications carry no signature, so nothing in them is believed: the payout they name is read again
 * from the rail. Unknown ones are answered alike and change nothing.
 */
export function registerPayoutWebhook(app: FastifyInstance, payouts: Pick<Payouts, 'notified'>): void {
  app.post(
    '/service/webhooks/payouts',
    { config: { limit: 'webhook', lane: 'reserved', machine: true } },
    async (request, reply) => {
      await payouts.notified(request.body)
      return reply.code(200).send({})
    },
  )
}

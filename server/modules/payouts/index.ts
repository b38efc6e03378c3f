export { mayBePaid } from './receiver.ts'
export { payoutRoutes } from './routes.ts'
export { createPayouts, type Payouts } from './service.ts'
export { registerPayoutWebhook } from './webhook.ts'

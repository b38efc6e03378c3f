export { paymentRoutes } from './routes.ts'
export { createPaymentDesk, type PaymentDesk } from './service.ts'
export { registerPaymentNotices } from './webhook.ts'

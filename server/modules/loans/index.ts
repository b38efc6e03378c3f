export { loanRoutes } from './routes.ts'
export { createLoans, type KnownLoan, type Loans, type PaymentNotice } from './service.ts'
export { registerPaymentWebhook } from './webhook.ts'

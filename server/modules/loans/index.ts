export { loanRoutes } from './routes.ts'
export { createLoans, type Loans } from './service.ts'

export { loanDeskRoutes } from './routes.ts'
export { createLoanDesk } from './service.ts'
export { portfolioOn } from './store.ts'

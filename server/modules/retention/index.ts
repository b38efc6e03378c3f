export { createOwnData } from './own-data.ts'
export { retentionRoutes } from './routes.ts'
export { createRetention } from './service.ts'

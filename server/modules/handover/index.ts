export { handoverRoutes } from './routes.ts'
export { createHandovers } from './service.ts'

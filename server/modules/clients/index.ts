export { clientRoutes } from './routes.ts'
export { createClients } from './service.ts'

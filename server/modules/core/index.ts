export { coreRoutes } from './routes.ts'
export { type CoreDesk, createCore } from './service.ts'

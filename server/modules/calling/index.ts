export { callingRoutes } from './routes.ts'
export { createCalling } from './service.ts'
